import {
  QuickPickItemKind,
  ThemeIcon,
  window,
  type QuickInputButton,
  type QuickPick,
  type QuickPickItem,
} from 'vscode';
import { agentSeats, type StartChoice, type StartRow } from '../../app/views/startLoop.ts';
import { phrase } from '../../app/views/words.ts';
import type { AgentInfo } from '../../app/ports/agents.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Topology } from '../../core/topology/types.ts';
import { t } from '../translate.ts';
import { askCount } from './askCount.ts';
import { pickAgents } from './pickAgents.ts';

export interface StartRequest {
  readonly rows: readonly StartRow[];
  readonly usable: readonly AgentInfo[];
  readonly topology: Topology;
  readonly preset: StartChoice;
  /** How many tasks at once unless a person says it here. */
  readonly usualPool: number;
}

/** What was chosen, and whether it is only to be shown what would be run. */
export interface Picked {
  readonly choice: StartChoice;
  readonly dryRun: boolean;
}

interface StartItem extends QuickPickItem {
  /** Null is the whole queue. */
  readonly task: string | null;
}

const itemsOf = (rows: readonly StartRow[]): readonly StartItem[] => [
  { label: t('Tasks, in the recommended order'), kind: QuickPickItemKind.Separator, task: '' },
  ...rows.map(({ id, title, description }) => ({ label: `${id}  ${title}`, description, task: id })),
  { label: t('Or'), kind: QuickPickItemKind.Separator, task: '' },
  { label: t('The whole queue'), description: t('takes the best task until the number is reached'), task: null },
];

const summary = ({ topology, usualPool }: StartRequest, { agents, limit, target, pool }: StartChoice): string => {
  const seats = agentSeats(topology);
  const writer = seats.find((role) => role.authority === 'write');
  const reviewers = new Set(seats.filter((role) => role !== writer).map((role) => agents[role.session] ?? '?'));
  return phrase(
    t('Start Loop: {writer} writes, {reviewers} reviews', {
      writer: agents[writer?.session ?? ''] ?? '?',
      reviewers: [...reviewers].join(', '),
    }),
    limit === null ? t('to the end of the queue') : t('{count} {count|task|tasks} at most', { count: limit }),
    target ? t('until {count} are completed', { count: target }) : null,
    t('{count} at once', { count: pool ?? usualPool }),
  );
};

const buttonsOf = () => ({
  agents: { iconPath: new ThemeIcon('robot'), tooltip: t('Choose the agent of each role') },
  limit: { iconPath: new ThemeIcon('list-ordered'), tooltip: t('How many tasks at most?') },
  target: { iconPath: new ThemeIcon('target'), tooltip: t('How many are to be completed?') },
  pool: { iconPath: new ThemeIcon('layers'), tooltip: t('How many at once?') },
  dryRun: { iconPath: new ThemeIcon('eye'), tooltip: t('Only show what would be run') },
});

type Buttons = ReturnType<typeof buttonsOf>;
type Step = keyof Buttons | 'start' | 'away';

const stepOf = (buttons: Buttons, pressed: QuickInputButton): keyof Buttons => {
  if (pressed === buttons.agents) return 'agents';
  if (pressed === buttons.limit) return 'limit';
  if (pressed === buttons.target) return 'target';
  return pressed === buttons.pool ? 'pool' : 'dryRun';
};

/** One showing of the pick: ends with what to do next; the selection stays in `picker`. */
const show = (picker: QuickPick<StartItem>, buttons: Buttons): Promise<Step> =>
  new Promise((resolve) => {
    const store = new DisposableStore();
    const finish = (step: Step): void => {
      store.dispose();
      resolve(step);
    };
    const isChosen = (): boolean => picker.selectedItems.length > 0;
    store.add(picker.onDidAccept(() => void (isChosen() && finish('start'))));
    store.add(
      picker.onDidTriggerButton((pressed) => {
        const step = stepOf(buttons, pressed);
        if (step !== 'dryRun' || isChosen()) finish(step);
      }),
    );
    store.add(picker.onDidHide(() => finish('away')));
    picker.show();
  });

/** One thing of the choice, asked anew; it stays as it was for who turns away. */
const ask = async (
  request: StartRequest,
  before: StartChoice,
  step: 'agents' | 'limit' | 'target' | 'pool',
): Promise<StartChoice> => {
  switch (step) {
    case 'agents':
      return { ...before, agents: (await pickAgents(request, before.agents)) ?? before.agents };
    case 'limit': {
      const limit = await askCount(t('How many tasks at most?'), t('Empty runs to the end of the queue'), before.limit);
      return limit === undefined ? before : { ...before, limit };
    }
    case 'target': {
      const prompt = t('The loop ends once so many were completed; empty is any number');
      const target = await askCount(t('How many are to be completed?'), prompt, before.target ?? null);
      return target === undefined ? before : { ...before, target };
    }
    case 'pool': {
      const prompt = t('Empty is as the settings say: {count}', { count: request.usualPool });
      const pool = await askCount(t('How many at once?'), prompt, before.pool ?? null);
      return pool === undefined ? before : { ...before, pool };
    }
  }
};

/** Everything in one pick, preset from the last time: Enter starts. */
export const pickStart = async (request: StartRequest): Promise<Picked | undefined> => {
  let choice = request.preset;
  const picker = window.createQuickPick<StartItem>();
  const buttons = buttonsOf();
  picker.canSelectMany = true;
  picker.matchOnDescription = true;
  picker.ignoreFocusOut = true;
  picker.placeholder = t('Enter starts what is ticked');
  picker.items = itemsOf(request.rows);
  picker.buttons = Object.values(buttons);
  const { tasks: preset } = request.preset;
  picker.selectedItems = picker.items.filter((item) =>
    preset === null ? item.task === null : item.task !== null && preset.includes(item.task),
  );
  try {
    for (;;) {
      picker.title = summary(request, choice);
      const step = await show(picker, buttons);
      if (step === 'away') return undefined;
      if (step === 'start' || step === 'dryRun') {
        const selected = new Set(picker.selectedItems.map((item) => item.task));
        const named = request.rows.map(({ id }) => id).filter((id) => selected.has(id));
        return { choice: { ...choice, tasks: selected.has(null) ? null : named }, dryRun: step === 'dryRun' };
      }
      choice = await ask(request, choice, step);
    }
  } finally {
    picker.dispose();
  }
};
