import { QuickPickItemKind, ThemeIcon, window, type QuickPick, type QuickPickItem } from 'vscode';
import { agentSeats, type StartChoice } from '../../app/views/startLoop.ts';
import { phrase, shortList } from '../../app/views/words.ts';
import type { AgentInfo } from '../../app/ports/agents.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Task } from '../../core/task/types.ts';
import type { Topology } from '../../core/topology/types.ts';
import { t } from '../translate.ts';
import { pickAgents } from './pickAgents.ts';

export interface StartRequest {
  readonly tasks: readonly Task[];
  readonly usable: readonly AgentInfo[];
  readonly topology: Topology;
  readonly preset: StartChoice;
}

interface StartItem extends QuickPickItem {
  /** Null is the whole queue. */
  readonly task: string | null;
}

const itemsOf = (tasks: readonly Task[]): readonly StartItem[] => [
  { label: t('Tasks, in the recommended order'), kind: QuickPickItemKind.Separator, task: '' },
  ...tasks.map((task) => ({
    label: `${task.id}  ${task.title}`,
    description: phrase(
      `P${task.priority}`,
      task.claims.length === 0 ? t('asks for its files') : shortList(task.claims, 2),
    ),
    task: task.id,
  })),
  { label: t('Or'), kind: QuickPickItemKind.Separator, task: '' },
  { label: t('The whole queue'), description: t('takes the best task until the number is reached'), task: null },
];

const summary = (request: StartRequest, agents: StartChoice['agents']): string => {
  const seats = agentSeats(request.topology);
  const writer = seats.find((role) => role.authority === 'write');
  const reviewers = new Set(seats.filter((role) => role !== writer).map((role) => agents[role.session] ?? '?'));
  return t('Start Loop: {writer} writes, {reviewers} reviews', {
    writer: agents[writer?.session ?? ''] ?? '?',
    reviewers: [...reviewers].join(', '),
  });
};

const askLimit = async (limit: number | null): Promise<number | null | undefined> => {
  const text = await window.showInputBox({
    title: t('How many tasks at most?'),
    prompt: t('Empty runs to the end of the queue'),
    value: limit === null ? '' : String(limit),
    validateInput: (value) =>
      /^(?:[1-9]\d{0,3})?$/.test(value.trim()) ? undefined : t('A number from 1 to 9999, or nothing.'),
  });
  if (text === undefined) return undefined;
  return text.trim() === '' ? null : Number(text);
};

type Step = 'start' | 'agents' | 'limit' | 'away';

/** One showing of the pick: ends with what to do next; the selection stays in `picker`. */
const show = (picker: QuickPick<StartItem>, buttons: Readonly<Record<'agents' | 'limit', object>>): Promise<Step> =>
  new Promise((resolve) => {
    const store = new DisposableStore();
    const finish = (step: Step): void => {
      store.dispose();
      resolve(step);
    };
    store.add(
      picker.onDidAccept(() => {
        if (picker.selectedItems.length > 0) finish('start');
      }),
    );
    store.add(picker.onDidTriggerButton((button) => finish(button === buttons.agents ? 'agents' : 'limit')));
    store.add(picker.onDidHide(() => finish('away')));
    picker.show();
  });

/** Everything in one pick, preset from the last time: Enter starts. */
export const pickStart = async (request: StartRequest): Promise<StartChoice | undefined> => {
  let { agents, limit } = request.preset;
  const picker = window.createQuickPick<StartItem>();
  const buttons = {
    agents: { iconPath: new ThemeIcon('robot'), tooltip: t('Choose the agent of each role') },
    limit: { iconPath: new ThemeIcon('list-ordered'), tooltip: t('How many tasks at most?') },
  };
  picker.canSelectMany = true;
  picker.matchOnDescription = true;
  picker.ignoreFocusOut = true;
  picker.placeholder = t('Enter starts what is ticked');
  picker.items = itemsOf(request.tasks);
  picker.buttons = [buttons.agents, buttons.limit];
  const preset = request.preset.tasks;
  picker.selectedItems = picker.items.filter((item) =>
    preset === null ? item.task === null : item.task !== null && preset.includes(item.task),
  );
  try {
    for (;;) {
      picker.title = summary(request, agents);
      const step = await show(picker, buttons);
      if (step === 'away') return undefined;
      if (step === 'start') break;
      if (step === 'agents') agents = (await pickAgents(request, agents)) ?? agents;
      else {
        const asked = await askLimit(limit);
        if (asked !== undefined) limit = asked;
      }
    }
    const selected = new Set(picker.selectedItems.map((item) => item.task));
    const named = request.tasks.map((task) => task.id).filter((id) => selected.has(id));
    return { tasks: selected.has(null) ? null : named, limit, agents };
  } finally {
    picker.dispose();
  }
};
