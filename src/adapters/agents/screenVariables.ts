/** What a program with a screen needs beside what a lane gets: where to show a sign-in, and what to edit with. */
export const screenVariables: readonly string[] = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'DBUS_SESSION_BUS_ADDRESS',
  'BROWSER',
  'EDITOR',
  'VISUAL',
];
