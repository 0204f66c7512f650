import type { Translate } from '../../base/problem.ts';

/** Where the keyboard can be when help is asked for: our views by their short names, and our pages. */
export const surfaces = ['inbox', 'sessions', 'queue', 'worktrees', 'leases', 'doctor', 'packet', 'dashboard'] as const;
export type Surface = (typeof surfaces)[number];

export const isSurface = (name: unknown): name is Surface => surfaces.some((one) => one === name);

type Section = readonly [title: string, ...lines: string[]];

const rows = (t: Translate): readonly string[] => [
  t('Up and Down move between rows, Right opens a row and Left closes it. A row says its name and how it stands.'),
  t('Enter does what the row is there for. Shift+F10 shows everything that it offers.'),
];

const sections: Readonly<Record<Surface, (t: Translate) => Section>> = {
  inbox: (t) => [t('Inbox'), t('It holds what waits for you. Enter opens the decision.'), ...rows(t)],
  sessions: (t) => [
    t('Sessions'),
    t('Each seat of the team and each agent has a row. Enter shows its terminal or what it wrote.'),
    ...rows(t),
  ],
  queue: (t) => [t('Queue'), t('Each task has a row. Enter opens its entry in tasks/queue.md.'), ...rows(t)],
  worktrees: (t) => [
    t('Worktrees'),
    t('Each worktree has a row: whose it is, what only it holds, and how far it is from its base.'),
    ...rows(t),
  ],
  leases: (t) => [
    t('Leases'),
    t('Each lease has a row: who may write which files, until when, and whether it is enforced.'),
    ...rows(t),
  ],
  doctor: (t) => [
    t('Doctor'),
    t('Each finding has a row. The command that mends it is shown before it runs.'),
    ...rows(t),
  ],
  packet: (t) => [
    t('Approval Packet'),
    t('A approves, R returns, Q asks, D opens all changes, E exports. In a text field letters are text.'),
    t('Tab goes through the buttons, the details and the files. Enter opens details, or the changes of a file.'),
    t('What you type stays while the page changes around it, and over a reload.'),
    t('When the packet can no longer be approved, the reason is read out.'),
  ],
  dashboard: (t) => [
    t('Dashboard'),
    t('Left and Right move between the tabs, Enter opens one.'),
    t('On the board arrow keys move between cards, Enter opens one, M shows its menu.'),
    t('That the loop runs, waits or has ended is read out once.'),
  ],
};

const everywhere = (t: Translate): Section => [
  t('Everywhere'),
  t('Alt+F1 in a view or a page of MAM says what it offers. Every command is in the palette under “MAM”.'),
  t('F6 leads to the status bar, where Enter on MAM’s item opens what it speaks of.'),
];

/** What can be done by keyboard where the person is; everything, where that is not known. */
export const accessibilityHelp = (t: Translate, surface: Surface | null): string => {
  const asked = surface === null ? surfaces : [surface];
  return [...asked.map((one) => sections[one](t)), everywhere(t)]
    .map(([title, ...lines]) => [title, ...lines.map((line) => `  ${line}`)].join('\n'))
    .join('\n\n');
};
