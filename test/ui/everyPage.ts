// Every page of ours in each of the states that look different, for what must hold of all of them.
import { join } from 'node:path';
import type { JSHandle, Page } from 'playwright-core';
import { approvalView } from '../../src/app/views/approvalPacket.ts';
import { action } from '../../src/app/views/actions.ts';
import { dashboardView, evidenceView } from '../../src/app/views/dashboard.ts';
import type { Scene, ViewContext } from '../../src/app/views/viewContext.ts';
import { dashboardTabs, type DashboardTab } from '../../src/protocol/dashboardParts.ts';
import type { DashboardModel } from '../../src/protocol/webview.ts';
import { createTranslate } from '../../src/cli/translate.ts';
import type { Run } from '../../src/core/loop/types.ts';
import { aProblem, aScene, commits, gateOpenState, reader, workingState } from '../builders/scene.ts';
import { openPage, type OpenedPage, type PageRequest } from './pageHarness.ts';

export type Language = 'en' | 'ko';

interface PageState extends Pick<PageRequest, 'page' | 'model' | 'answers' | 'state'> {
  readonly title: string;
  /** What a person does first. */
  readonly act?: (page: Page) => Promise<unknown>;
}

const readerIn = (language: Language): ViewContext =>
  reader({ t: createTranslate({ LANG: `${language}.UTF-8` }, join(import.meta.dirname, '../../l10n')) });

const events = Array.from({ length: 300 }, (_, n) => ({
  seq: 300 - n,
  time: '14:00',
  actor: 'host',
  kind: 'jobSignalled',
  words: `step ${300 - n}`,
  task: 'T-2026-0014',
}));

const packets = (ctx: ViewContext): readonly PageState[] => {
  const packet = (change: Partial<Run> = {}, scene: Partial<Scene> = {}) =>
    approvalView(ctx, aScene(gateOpenState(change), scene), 'run-1', {
      comments: [
        {
          id: 'c1',
          run: 'run-1',
          path: 'src/a/rather/long/path/of/a/file/that/is/commented/on.ts',
          line: 7,
          side: 'new',
          text: 'Why three?',
          commit: commits.other,
        },
      ],
      drafts: {},
    });
  const open = { ...action(ctx.t, 'openReport', 'j1'), primary: false, disabled: null };
  const question = {
    text: 'codex · Why three?',
    mark: { words: ctx.t('working'), icon: 'sync', tone: 'active' },
    open,
  };
  const decision: Run['decision'] = {
    kind: 'approved',
    by: 'editor',
    at: '2026-05-04T14:04:00Z',
    head: commits.head,
    merged: false,
  };
  const page = 'approval';
  const answers = { approve: 'The base moved.' };
  return [
    { page, title: 'packet with an open gate', model: { ...packet(), questions: [question] } },
    { page, title: 'packet with a closed gate', model: packet({ verdicts: [] }) },
    {
      page,
      title: 'packet that was decided on',
      model: packet({ phase: 'ended', decision }),
    },
    {
      page,
      title: 'packet whose details are shown',
      model: packet(),
      act: (to) => to.locator('summary').first().click(),
    },
    { page, title: 'packet that is returned', model: packet(), act: (to) => to.keyboard.press('r') },
    { page, title: 'packet that is asked about', model: packet(), act: (to) => to.keyboard.press('q') },
    { page, title: 'packet whose approval was refused', model: packet(), answers, act: (to) => to.keyboard.press('a') },
    { page, title: 'packet that is not there', model: approvalView(ctx, aScene(workingState()), 'run-9') },
  ];
};

/** The tabs of the dashboard are those that it has: a new one is looked at without a word here. */
const boards = (ctx: ViewContext): readonly PageState[] => {
  const page = 'dashboard';
  const advice = { words: ctx.t('slow: think less'), standing: ctx.t('suggested'), apply: true, dismiss: true };
  const lane = { role: 'Reviewer', agent: 'codex', seconds: [9, 40], median: 10, threshold: 20 };
  const lanes = [
    {
      ...lane,
      lane: `${ctx.t('Reviewer')} · codex`,
      failures: ctx.t('{failed} of {count} failed', { failed: 0, count: 2 }),
      advice,
    },
  ];
  const files = ['src/fetch.ts', 'src/retry.ts'];
  const overlap = {
    words: 'T-2026-0015',
    files: files.join(', '),
    why: ctx.t('merge unknown'),
    alarming: true,
  };
  const path = '/work/shop.worktrees/a-rather-long-name-of-a-worktree';
  const used = { lanes: '4', input: '12k', output: '840', cost: '$0.04' };
  /** With something to see on each tab. */
  const model = (tab: DashboardTab): DashboardModel => {
    const made = dashboardView(ctx, aScene(gateOpenState()), '', tab);
    switch (tab) {
      case 'autotune':
        return { ...made, part: { tab, autotune: { note: '', pool: '', lanes } } };
      case 'radar':
        return {
          ...made,
          part: { tab, radar: { note: '', rows: [{ worktree: 'T-2026-0014', path, note: '', overlaps: [overlap] }] } },
        };
      case 'usage': {
        const limits = [`claude: ${ctx.t('limited until {time}', { time: '15:40' })}`];
        const usage = {
          limits,
          agents: [{ name: 'claude', ...used }],
          tasks: [{ name: 'T-2026-0014', ...used }],
          more: '',
        };
        return { ...made, part: { tab, usage } };
      }
      default:
        return made;
    }
  };
  const found = { ok: true, events: 42, head: 'a'.repeat(64), brokenAt: null, problem: null, seals: [] };
  const answers = { verify: evidenceView(ctx, found), timeline: events };
  const open = dashboardTabs.map(
    (tab) => ({ page, title: `dashboard, ${tab}`, model, answers, state: { tab } }) as const,
  );
  const blank = { ...workingState(), queue: { tasks: [], problems: [] }, runs: {}, loops: {}, worktrees: {} };
  const empty = (tab: DashboardTab): DashboardModel => dashboardView(ctx, aScene(blank), '', tab);
  const closed = open.map(
    ({ state }) =>
      ({
        page,
        title: `empty dashboard, ${state.tab}`,
        model: empty,
        answers: { timeline: [] },
        state,
      }) as const,
  );
  const broken = dashboardView(ctx, aScene(workingState(), { problem: aProblem, role: 'mirror' }), '', 'board');
  return [
    ...open,
    ...closed,
    { page, title: 'dashboard of a window that mirrors, with a problem', model: broken },
    {
      page,
      title: 'board with the menu of a card',
      model,
      act: async (to) => {
        await to.locator('.card').first().focus();
        await to.keyboard.press('m');
        await to.getByRole('menuitem').first().waitFor();
      },
    },
    {
      page,
      title: 'gate with its evidence',
      model,
      answers,
      state: { tab: 'gate' },
      act: (to) => to.locator('mam-gate vscode-button').click(),
    },
  ];
};

/** All elements, also those inside of components. */
export const elementsOf = (page: Page): Promise<JSHandle<readonly Element[]>> =>
  page.evaluateHandle(() => {
    const inside = (root: ParentNode): readonly Element[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? inside(one.shadowRoot) : [])]);
    return inside(document);
  });

/** Opens them one after the other; what is wrong with one is told by its name. */
export const lookAtEveryPage = async (
  look: Pick<PageRequest, 'browser' | 'theme' | 'width' | 'height' | 'still'> & { readonly language?: Language },
  see: (opened: OpenedPage, state: PageState) => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  const ctx = readerIn(look.language ?? 'en');
  const found: string[] = [];
  for (const state of [...packets(ctx), ...boards(ctx)]) {
    const opened = await openPage({ ...look, answers: { timeline: [] }, ...state });
    await state.act?.(opened.page);
    // Icons are letters of a font, which may come after the text.
    await opened.page.evaluate(async () => void (await document.fonts.ready));
    // What the look itself leaves in the console is not the page's.
    const complaints = [...opened.complaints];
    const wrong = [...(await see(opened, state)), ...complaints];
    found.push(...wrong.map((words) => `${state.title}: ${words}`));
    await opened.close();
  }
  return found;
};
