/**
 * How MAM's server behaves, whatever a person has set for their own. Programs in it get no way to the clipboard or to the
 * terminal behind tmux, and nothing runs by itself.
 */
export function serverOptions(version: string): readonly (readonly string[])[] {
  const [major = 3, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const knowsFailed = Number.isNaN(major) || major > 3 || minor >= 3;
  const options: readonly (readonly [string, string])[] = [
    // The server ends with its last session, and no earlier.
    ['exit-empty', 'on'],
    ['exit-unattached', 'off'],
    ['destroy-unattached', 'off'],
    ['detach-on-destroy', 'on'],
    ['set-clipboard', 'off'],
    ['default-shell', '/bin/sh'],
    ['default-command', ''],
    ['update-environment', ''],
    ['default-terminal', 'screen-256color'],
    ['terminal-overrides', ',*:Tc'],
    ['escape-time', '20'],
    ['history-limit', '5000'],
    ['lock-after-time', '0'],
    ['set-titles', 'off'],
    ['mouse', 'on'],
    ['status-right', ''],
    ['visual-bell', 'off'],
    ['monitor-activity', 'off'],
    ['allow-rename', 'off'],
    ['automatic-rename', 'off'],
    ['window-size', 'latest'],
    // What a killed program left on its screen can still be read.
    ['remain-on-exit', knowsFailed ? 'failed' : 'off'],
  ];
  const newer: readonly (readonly [string, string])[] = [['allow-passthrough', 'off']];
  return [
    ...options.map(([name, value]) => ['set-option', '-g', name, value]),
    ...newer.map(([name, value]) => ['set-option', '-gq', name, value]),
  ];
}
