import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { approvalView } from '../../src/app/views/approvalPacket.ts';
import { draftKey } from '../../src/app/views/packetNotes.ts';
import { boardView } from '../../src/app/views/board.ts';
import { dashboardView, evidenceView } from '../../src/app/views/dashboard.ts';
import type { DashboardTab } from '../../src/protocol/dashboardParts.ts';
import { aScene, commits, gateOpenState, reader, workingState } from '../builders/scene.ts';
import { startBrowser } from '../hosts/host.ts';
import { until } from '../until.ts';
import { openPage, type OpenedPage } from './pageHarness.ts';

const packet = (change = {}) => approvalView(reader(), aScene(gateOpenState(change)), 'run-1');
const dashboard = (tab: DashboardTab) => dashboardView(reader(), aScene(gateOpenState()), '', tab);
const columns = () => boardView(reader(), gateOpenState());
const called = (opened: OpenedPage, name: string): readonly unknown[][] =>
  opened.calls.filter((call) => call[0] === name).map((call) => [...call]);

describe('pages', function () {
  this.timeout(60_000);
  let browser: Browser;
  let opened: OpenedPage;

  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());
  afterEach(async () => {
    const complaints = [...opened.complaints];
    await opened.close();
    assert.deepEqual(complaints, [], 'the page did something that its policy refuses, or threw');
  });

  describe('approval packet', () => {
    it('is approved by one key, on exactly the head that it shows', async () => {
      opened = await openPage({ browser, page: 'approval', model: packet() });
      await opened.page.keyboard.press('a');
      await until('the approval', () => called(opened, 'approve').length === 1);
      assert.deepEqual(called(opened, 'approve'), [['approve', 'run-1', commits.head]]);
    });

    it('can not be approved while the gate is closed, and says why at once', async () => {
      opened = await openPage({ browser, page: 'approval', model: packet() });
      await opened.render(packet({ verdicts: [] }));
      await opened.page.getByRole('status').getByText('has given no verdict').waitFor();
      await opened.page.keyboard.press('a');
      await opened.page.getByRole('button', { name: /^Approve/ }).click({ force: true });
      // A call that follows shows that nothing was on its way before it.
      await opened.page.keyboard.press('r');
      await opened.page.getByRole('textbox').fill('x');
      assert.deepEqual(called(opened, 'approve'), []);
    });

    it('is returned with comments, and letters typed there decide nothing', async () => {
      opened = await openPage({ browser, page: 'approval', model: packet() });
      await opened.page.keyboard.press('r');
      const comments = opened.page.getByRole('textbox');
      await comments.waitFor();
      await opened.page.keyboard.type('a rather better name');
      await opened.page.getByRole('button', { name: 'Return', exact: true }).click();
      await until('the return', () => called(opened, 'giveBack').length === 1);
      assert.deepEqual(called(opened, 'giveBack'), [['giveBack', 'run-1', 'a rather better name']]);
      assert.deepEqual(called(opened, 'approve'), []);
    });

    it('shows comments on lines with the way to each, and goes back with them alone', async () => {
      const comment = {
        id: 'c1',
        run: 'run-1',
        path: 'src/fetch.ts',
        line: 7,
        side: 'new',
        text: 'Why three?',
      } as const;
      const notes = { comments: [{ ...comment, commit: commits.head }], drafts: {} };
      const model = approvalView(reader(), aScene(gateOpenState()), 'run-1', notes);
      opened = await openPage({ browser, page: 'approval', model });
      await opened.page.getByText('Why three?').waitFor();
      await opened.page.getByRole('button', { name: 'src/fetch.ts:7', exact: true }).click();
      await until('its line', () => called(opened, 'openDiff').length === 1);
      assert.deepEqual(called(opened, 'openDiff'), [['openDiff', 'run-1', 'src/fetch.ts', 7]]);
      await opened.page.getByRole('button', { name: 'Remove the comment on src/fetch.ts:7' }).click();
      await until('its removal', () => called(opened, 'dropComment').length === 1);
      await opened.page.keyboard.press('r');
      await opened.page.getByRole('textbox').waitFor();
      await opened.page.getByRole('button', { name: 'Return', exact: true }).click();
      await until('the return', () => called(opened, 'giveBack').length === 1);
      assert.deepEqual(called(opened, 'giveBack'), [['giveBack', 'run-1', '']]);
    });

    it('asks whom a person chooses, and keeps what is being written', async () => {
      opened = await openPage({ browser, page: 'approval', model: packet() });
      await opened.page.keyboard.press('q');
      await opened.page.getByRole('combobox', { name: 'Whom' }).selectOption('CI/Eval Auditor (codex)');
      await opened.page.getByRole('textbox').pressSequentially('Why?');
      await until('the draft', () => called(opened, 'keepDraft').length === 4);
      assert.deepEqual(called(opened, 'keepDraft').at(-1), ['keepDraft', 'run-1', 'ask', 'Why?']);
      await opened.page.getByRole('button', { name: 'Ask', exact: true }).click();
      await until('the question', () => called(opened, 'ask').length === 1);
      assert.deepEqual(called(opened, 'ask'), [['ask', 'run-1', 'ci-eval-auditor', 'Why?']]);
    });

    it('goes on with what was begun before', async () => {
      const notes = { comments: [], drafts: { [draftKey('return', 'run-1')]: 'Half a sent' } };
      const model = approvalView(reader(), aScene(gateOpenState()), 'run-1', notes);
      opened = await openPage({ browser, page: 'approval', model });
      await opened.page.keyboard.press('r');
      const box = opened.page.getByRole('textbox');
      await until('the draft', async () => (await box.inputValue()) === 'Half a sent');
      assert.deepEqual(called(opened, 'giveBack'), []);
    });

    it('opens all changes and the export by one key each', async () => {
      opened = await openPage({ browser, page: 'approval', model: packet() });
      await opened.page.keyboard.press('d');
      await until('the changes', () => called(opened, 'openAll').length === 1);
      await opened.page.keyboard.press('e');
      await until('the export', () => called(opened, 'run').length === 1);
      assert.deepEqual(called(opened, 'run'), [['run', 'export', ['run-1']]]);
    });

    it('shows the refusal of the host', async () => {
      opened = await openPage({ browser, page: 'approval', model: packet(), answers: { approve: 'The base moved.' } });
      await opened.page.keyboard.press('a');
      await opened.page.getByRole('alert').getByText('The base moved.').waitFor();
    });

    it('opens the changes of a file', async () => {
      opened = await openPage({ browser, page: 'approval', model: packet() });
      await opened.page.getByRole('button', { name: /src\/fetch\.ts/ }).click();
      await until('the diff', () => called(opened, 'openDiff').length === 1);
      assert.deepEqual(called(opened, 'openDiff'), [['openDiff', 'run-1', 'src/fetch.ts', null]]);
    });

    it('treats what an agent wrote as text', async () => {
      const text = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
      const state = gateOpenState();
      const run = state.runs['run-1'];
      assert.ok(run);
      const title = { ...state, runs: { 'run-1': { ...run, task: { ...run.task, title: text } } } };
      opened = await openPage({ browser, page: 'approval', model: approvalView(reader(), aScene(title), 'run-1') });
      await opened.page.getByRole('heading', { level: 1 }).getByText(text).waitFor();
      assert.equal(await opened.page.title(), 'MAM');
    });

    it('can be read in a narrow tab without scrolling sideways', async () => {
      opened = await openPage({ browser, page: 'approval', model: packet(), width: 420 });
      const overflow = await opened.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(overflow <= 0, `${overflow} px wider than the tab`);
    });
  });

  describe('dashboard', () => {
    it('is walked with the keyboard', async () => {
      opened = await openPage({ browser, page: 'dashboard', model: dashboard });
      await opened.page.getByRole('button', { name: /^T-2026-0015/ }).focus();
      await opened.page.keyboard.press('ArrowRight');
      await opened.page.keyboard.press('Enter');
      await until('the packet', () => called(opened, 'run').length === 1);
      assert.deepEqual(called(opened, 'run'), [['run', 'openApprovalPacket', ['run-1']]]);
      await opened.page.keyboard.press('m');
      await opened.page.getByRole('menuitem', { name: 'Show Task' }).click();
      await until('the task', () => called(opened, 'run').length === 2);
      assert.deepEqual(called(opened, 'run')[1], ['run', 'showTask', ['T-2026-0014']]);
    });

    it('keeps its tab over a reload', async () => {
      opened = await openPage({ browser, page: 'dashboard', model: dashboard });
      await opened.page.getByRole('tab', { name: 'Gate' }).click();
      const saved = await opened.page.evaluate(() => Reflect.get(window, 'savedState'));
      assert.equal(saved.tab, 'gate');
      await opened.close();
      opened = await openPage({ browser, page: 'dashboard', model: dashboard, state: saved });
      await opened.page.getByText('Required reviews').waitFor();
      assert.deepEqual(called(opened, 'look'), [['look', 'gate']]);
    });

    it('begins with the board where what it remembers is from another version', async () => {
      opened = await openPage({ browser, page: 'dashboard', model: dashboard, state: { tab: 2, filter: 'x' } });
      await opened.page.getByRole('button', { name: /^T-2026-0015/ }).waitFor();
    });

    it('asks for nothing but the tab that is looked at, and says so until it has come', async () => {
      const model = (tab: DashboardTab) => dashboard(tab === 'usage' ? 'board' : tab);
      opened = await openPage({ browser, page: 'dashboard', model });
      await opened.page.getByRole('tab', { name: 'Costs and Limits' }).click();
      await opened.page.getByText('Loading…').waitFor();
      assert.deepEqual(called(opened, 'look'), [
        ['look', 'board'],
        ['look', 'usage'],
      ]);
      await opened.render(dashboard('usage'));
      await opened.page.getByText('No agent is at a limit.').waitFor();
    });

    it('applies a recommendation about a lane, and says why where it could not be', async () => {
      const model = dashboard('autotune');
      const advice = { words: 'slow: think less', standing: 'suggested', apply: true, dismiss: true };
      const lane = { lane: 'Reviewer · codex', role: 'Reviewer', agent: 'codex', seconds: [9, 40], advice };
      const lanes = [{ ...lane, median: 10, threshold: 20, failures: '0 of 2 failed' }];
      opened = await openPage({
        browser,
        page: 'dashboard',
        model: { ...model, part: { tab: 'autotune', autotune: { note: '', pool: '', lanes } } },
        state: { tab: 'autotune' },
        answers: { tune: 'It is applied already.' },
      });
      await opened.page.getByRole('button', { name: 'Dismiss for Reviewer · codex' }).waitFor();
      await opened.page.getByRole('button', { name: 'Apply to Reviewer · codex' }).click();
      await opened.page.getByRole('alert').getByText('It is applied already.').waitFor();
      assert.deepEqual(called(opened, 'tune'), [['tune', 'applyTuning', 'Reviewer', 'codex']]);
      await opened.page.getByRole('img', { name: '9 s, 40 s; slow from 20 s on' }).waitFor();
    });

    it('draws a part of a long column, and the rest when it is asked for', async () => {
      const [first, ...rest] = columns();
      const card = first?.cards[0];
      assert.ok(first && card);
      const cards = Array.from({ length: 120 }, (_, n) => ({ ...card, id: `T-${n}`, task: `T-${n}` }));
      opened = await openPage({
        browser,
        page: 'dashboard',
        model: { ...dashboard('board'), part: { tab: 'board', columns: [{ ...first, cards }, ...rest] } },
      });
      const drawn = opened.page.getByRole('button', { name: /^T-\d+ / });
      assert.equal(await drawn.count(), 20);
      await opened.page.getByRole('button', { name: '100 more' }).click();
      await opened.page.getByRole('button', { name: '80 more' }).waitFor();
      assert.equal(await drawn.count(), 40);
    });

    it('verifies the evidence and says what was compared', async () => {
      const found = { ok: true, events: 42, head: 'a'.repeat(64), brokenAt: null, problem: null, seals: [] };
      const answers = { verify: evidenceView(reader(), found) };
      opened = await openPage({ browser, page: 'dashboard', model: dashboard, state: { tab: 'gate' }, answers });
      await opened.page.getByRole('button', { name: 'Verify Evidence' }).click();
      await opened.page.getByText('42 events re-hashed').waitFor();
    });

    it('draws only a window of a long timeline, and finds any of it', async () => {
      const rows = Array.from({ length: 2000 }, (_, index) => ({
        seq: 2000 - index,
        time: '14:00',
        actor: 'host',
        kind: 'jobSignalled',
        words: `step ${2000 - index}`,
        task: index % 2 === 0 ? 'T-2026-0014' : 'T-2026-0015',
      }));
      opened = await openPage({
        browser,
        page: 'dashboard',
        model: { ...dashboard('timeline'), seq: 4500 },
        state: { tab: 'timeline' },
        answers: { timeline: rows, event: '{ "type": "jobSignalled" }' },
      });
      await opened.page.getByText('step 2000').waitFor();
      assert.ok((await opened.page.locator('.row').count()) < 100);
      await opened.page.getByRole('textbox').fill('step 1234');
      await opened.page.getByText('step 1234', { exact: true }).waitFor();
      await opened.page.getByText('1 of 2,000 events that are loaded, of 4,500 in the log').waitFor();
      await opened.page.getByRole('combobox', { name: 'Task' }).selectOption('T-2026-0015');
      await opened.page.getByText('No event matches the filter.').waitFor();
      await opened.page.getByRole('textbox').fill('step 1233');
      await opened.page.getByText('step 1233', { exact: true }).click();
      await opened.page.getByText('"type": "jobSignalled"').waitFor();
      await opened.page.getByRole('button', { name: 'Load Earlier Events' }).click();
      await until('the earlier ones', () => called(opened, 'timeline').length === 2);
      assert.deepEqual(called(opened, 'timeline'), [
        ['timeline', 2500, 4500],
        ['timeline', 500, 2500],
      ]);
      const saved = await opened.page.evaluate(() => Reflect.get(window, 'savedState'));
      assert.deepEqual([saved.filter.task, saved.filter.words], ['T-2026-0015', 'step 1233']);
    });

    it('says when the log can not be read, which is not the same as nothing', async () => {
      const model = { ...dashboard('timeline'), seq: 9 };
      opened = await openPage({ browser, page: 'dashboard', model, state: { tab: 'timeline' }, answers: {} });
      await opened.page.getByRole('alert').getByText('could not be read').waitFor();
    });

    it('names the owner in a window that only mirrors', async () => {
      const owner = { pid: 1, host: 'cli', epoch: 1, version: '0', label: 'mam in a terminal, pid 1' } as const;
      const model = dashboardView(reader(), aScene(workingState(), { role: 'mirror', owner }), '', 'board');
      opened = await openPage({ browser, page: 'dashboard', model });
      await opened.page.getByText('mam in a terminal, pid 1 runs the work').waitFor();
    });
  });
});
