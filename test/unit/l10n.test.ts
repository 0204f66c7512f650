import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentSessionsView } from '../../src/app/views/agentSessions.ts';
import { approvalView } from '../../src/app/views/approvalPacket.ts';
import { dashboardView, evidenceView } from '../../src/app/views/dashboard.ts';
import { dashboardTabs } from '../../src/protocol/dashboardParts.ts';
import { inboxView } from '../../src/app/views/inbox.ts';
import { jobTimeline } from '../../src/app/views/jobTimeline.ts';
import { leasesView } from '../../src/app/views/leases.ts';
import { queueView } from '../../src/app/views/queue.ts';
import { sessionsView } from '../../src/app/views/sessions.ts';
import { statusBarView } from '../../src/app/views/statusBar.ts';
import type { TreeNode } from '../../src/app/views/treeNode.ts';
import { worktreesView } from '../../src/app/views/worktrees.ts';
import { because, fill } from '../../src/base/problem.ts';
import { createTranslate } from '../../src/cli/translate.ts';
import { rules } from '../../src/core/gate/rules/index.ts';
import { lensIds, withLenses } from '../../src/core/review/lenses.ts';
import { withPlanner } from '../../src/core/topology/planner.ts';
import { topologies } from '../../src/core/topology/presets.ts';
import { DelegatedWorld } from '../builders/delegatedWorld.ts';
import { aScene, gateOpenState, reader, workingState } from '../builders/scene.ts';

const root = join(import.meta.dirname, '../..');
const korean: Record<string, string> = JSON.parse(readFileSync(join(root, 'l10n/bundle.l10n.ko.json'), 'utf8'));

const literal = String.raw`('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`;
/** `t('…')`, and a problem's code followed by its sentence, by whatever helper the two are put together. */
const patterns = [
  new RegExp(String.raw`(?<![\w$])t\(\s*${literal}`, 'g'),
  new RegExp(String.raw`\bbecause\(\s*${literal}`, 'g'),
  new RegExp(String.raw`'[a-z]+\.[a-zA-Z]+',\s*${literal}`, 'g'),
];

/** The value of a literal as it stands in a source. */
const valueOf = (source: string): string =>
  source
    .slice(1, -1)
    .replace(/\\u\{?([0-9a-fA-F]+)\}?/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/\\n/g, '\n')
    .replace(/\\(['"\\])/g, '$1');

/** What the help of a verb and its options says. */
const summaries = new RegExp(String.raw`\b(?:summary|exitCodes):\s*${literal}`, 'g');

/** A word is a text of the screen as the argument of `t` and as a summary; what follows a code must look like a sentence. */
const isText = (text: string, pattern: RegExp): boolean => pattern !== patterns.at(-1) || /[.:}\]]$|\{\w+\}/.test(text);

const inSources = (): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const file of globSync('src/**/*.ts', { cwd: root })) {
    const source = readFileSync(join(root, file), 'utf8');
    for (const pattern of file.startsWith('src/cli/') ? [...patterns, summaries] : patterns) {
      for (const [, text = ''] of source.matchAll(pattern))
        if (isText(valueOf(text), pattern)) found.set(valueOf(text), file);
    }
  }
  // Names that are data in the core and texts on the screen.
  for (const rule of rules) found.set(rule.title, 'core/gate/rules');
  const seats = [...topologies, withPlanner(withLenses({ id: 'own', roles: [] }, lensIds))];
  for (const role of seats.flatMap((topology) => topology.roles)) {
    found.set(role.name, 'core/topology');
    found.set(role.focus, 'core/topology');
  }
  return found;
};

const placeholders = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g))].toSorted();

describe('translations', () => {
  const texts = inSources();

  it('are there for every text of the sources', () => {
    const missing = [...texts].filter(([text]) => !(text in korean)).map(([text, file]) => `${file}: ${text}`);
    assert.deepEqual(missing, []);
  });

  it('are all used', () => {
    assert.deepEqual(
      Object.keys(korean).filter((text) => !texts.has(text)),
      [],
    );
  });

  it('keep every placeholder', () => {
    for (const [text, translated] of Object.entries(korean))
      assert.deepEqual(placeholders(translated), placeholders(text), text);
  });

  it('reach the reason within a sentence, where it is ours', () => {
    const t = createTranslate({ LANG: 'ko_KR.UTF-8' }, join(root, 'l10n'));
    const text = 'gh could not {action}: {reason}';
    assert.match(t(text, { action: 'x', reason: because('the answer is too long') }), /답이 너무 깁니다/);
    assert.match(t(text, { action: 'x', reason: 'HTTP 500 {x}' }), /HTTP 500 \{x\}/);
  });

  it('are not empty and not the English text', () => {
    const same = Object.entries(korean).filter(
      ([text, translated]) =>
        translated.trim() === '' || (text === translated && /[a-z]{5}/.test(text.replace(/\{\w+\}/g, ''))),
    );
    assert.deepEqual(same, []);
  });
});

/** Marks what went through the translation. */
const pseudo = reader({ t: (text, params) => `⟦${fill(text, params)}⟧` });

const unmarked = (text: string): string => {
  let rest = text.replace(/\\(.)/g, '$1');
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, '');
  }
  return rest;
};

/** What stands on the screen as it is in the repository: ids, names, paths, commits and what agents wrote. */
const data = [
  'Multi-Agent Mux',
  'A failed request is tried three times. Then it is reported.',
  'Three tries, then an error.',
  'Looks right.',
  'T-2026-0014',
  'T-2026-0015',
  'Retry in the fetcher',
  'Cache headers',
  'src/fetch.ts',
  'test/fetch.test.ts',
  'npm test',
  '12 passing',
  'claude',
  'codex',
  'shop',
  'name-s1',
  'implementer',
  '/repo',
  'repo',
  'j1',
  'Do it.',
  'main',
  '9f8e7d6',
  '1a2b3c4',
  '5c6d7e8',
  'fffffff',
  'lease-1',
  'job-1',
  'job-reviewer',
  'job-ci-eval-auditor',
  'Reviewer, CI/Eval Auditor',
  'R',
  'CE',
  'P1',
  'P2',
  '$(pass)',
  '$(sync~spin)',
  '$(circle-slash)',
  '$(bell-dot)',
];

const nodeTexts = (node: TreeNode): readonly string[] => [
  node.label,
  node.description,
  node.tooltip,
  node.accessibilityLabel,
  ...node.children.flatMap(nodeTexts),
];

/** Every text of a page's model; names of icons, tones and ids are no texts. */
const modelTexts = (value: unknown, key = ''): readonly string[] => {
  if (typeof value === 'string')
    return ['icon', 'tone', 'id', 'name', 'args', 'rule', 'run', 'status', 'task', 'tab', 'path'].includes(key)
      ? []
      : [value];
  if (Array.isArray(value)) return value.flatMap((one) => modelTexts(one, key));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => modelTexts(one, name));
  return [];
};

describe('pseudo-locale', () => {
  const delegated = new DelegatedWorld().started();
  delegated.say('permission_required', 'npm test');
  const states = [workingState(), gateOpenState(), gateOpenState({ verdicts: [] }), delegated.state];
  const scenes = states.map((state) => aScene(state));
  const trees = [inboxView, sessionsView, agentSessionsView, queueView, worktreesView, leasesView];
  const found = { ok: true, events: 1, head: '1a2b3c4', brokenAt: null, problem: null, seals: [] };
  const texts = scenes.flatMap((scene) => [
    ...trees.flatMap((view) => view(pseudo, scene).flatMap(nodeTexts)),
    ...dashboardTabs.flatMap((tab) => modelTexts(dashboardView(pseudo, scene, '', tab))),
    ...modelTexts(approvalView(pseudo, scene, 'run-1')),
    ...Object.values(scene.state.delegations).map((job) => jobTimeline(pseudo, scene, job, [])),
    ...modelTexts(evidenceView(pseudo, found)),
    statusBarView(pseudo, scene).text,
    statusBarView(pseudo, scene).tooltip,
  ]);

  it('shows no text that was not translated', () => {
    const byLength = data.toSorted((a, b) => b.length - a.length);
    const left = texts.map((text) => [
      text,
      byLength.reduce((rest, known) => rest.replaceAll(known, ''), unmarked(text)),
    ]);
    assert.deepEqual(
      left.filter(([, rest]) => /\p{L}/u.test(rest ?? '')),
      [],
    );
    assert.ok(texts.length > 300, `only ${texts.length} texts looked at`);
  });
});
