import { standing } from '../core/review/standing.ts';
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { closedBy, holderInTheWay, waysOut, type WayOut } from '../app/views/wayOut.ts';
import { isUnchecked } from '../core/gate/rules/checks.ts';
import { rules } from '../core/gate/rules/index.ts';
import type { RuleResult } from '../core/gate/types.ts';
import type { CheckResult } from '../core/evidence/types.ts';
import type { State } from '../core/state.ts';
import { entryNow } from '../core/task/entryNow.ts';
import type { Decision, Run } from '../core/loop/types.ts';
import { commitOf, newestMerge } from '../core/merged/select.ts';
import { personWord } from '../app/views/actorWord.ts';
import { lapsedWords, mergeWords } from '../app/views/mergeWords.ts';
import { usageLines } from '../app/views/usageWords.ts';
import { baseName, shortCommit } from '../app/views/words.ts';
import type { Cli } from './cli.ts';
import { pad, printable } from './paint.ts';
import { patchWords, seconds } from './progressLine.ts';
import { askWords, openChecks } from './questions.ts';
import { commandLine } from '../base/shellWord.ts';
import { words } from './tell.ts';

const label = 12;
/** Files that are listed; a summary must stay one that is read. */
const mostFiles = 30;

/** Contract files of a run that are there; a mirror's are written by the owner a moment later. */
export const papersOf = (
  controlRoot: string,
  run: Run,
): { readonly evidence: string | null; readonly packet: string | null } => {
  const ledger = `${controlRoot}/reports/agent_loop/active`;
  const there = (path: string): string | null => (existsSync(path) ? path : null);
  return {
    evidence: there(`${ledger}/gate_evidence/${run.task.id}/evidence.md`),
    packet: there(`${ledger}/tasks/${run.task.id}/approval_packet.md`),
  };
};

/** What a person runs next, as it can be pasted; empty when nothing is left to do. */
export function nextCommands(cli: Cli, controlRoot: string, state: State, run: Run): readonly string[] {
  const inside = !relative(controlRoot, cli.cwd).startsWith('..');
  const here = inside ? cli.self : `${commandLine(['cd', controlRoot])} && ${cli.self}`;
  const git = ['git', ...(cli.cwd === controlRoot ? [] : ['-C', controlRoot])];
  const holder = holderInTheWay(state, run);
  return [
    ...(holder === null ? [] : waysOut(state, holder).flatMap((way) => commandsOf({ here, git }, holder, way))),
    ...waysOut(state, run).flatMap((way) => commandsOf({ here, git }, run, way)),
  ];
}

/** How a command of MAM's and one of git's begin, so that they can be pasted where the person is. */
interface Prefixes {
  readonly here: string;
  readonly git: readonly string[];
}

function commandsOf({ here, git }: Prefixes, run: Run, way: WayOut): readonly string[] {
  const { id } = run.task;
  switch (way.kind) {
    case 'approve':
    case 'merge':
    case 'abandon':
      return [`${here} ${commandLine([way.kind, id])}`];
    case 'mergeBranch':
      return [commandLine([...git, 'merge', run.branch])];
    case 'return':
      return [`${here} ${commandLine(['return', id])} --comments "…"`];
    case 'claims':
      return [`${here} ${commandLine(['gate', id, '--claims', way.claims.join(',') || 'src/**'])}`];
    case 'checks':
      return [
        ...openChecks(run).map(({ hash }) => `${here} ${commandLine(['gate', id, '--allow-check', hash])}`),
        // Whoever started with --yes and was killed has to say it again, for all tasks at once.
        `${here} resume --yes`,
      ];
    case 'signIn': {
      const command = signIns.find(({ agent }) => agent.test(way.agent))?.command;
      return command === undefined ? [] : [command];
    }
    case 'breach':
      return [`${here} ${commandLine(['breach', 'accept', way.breach])}`];
    case 'resume':
      return [`${here} resume`];
  }
}

const signIns = [
  { agent: /codex/i, command: 'codex login' },
  { agent: /claude/i, command: 'claude auth login' },
] as const;

/** Why a run waits for a person, in the reader's language; null when it doesn't, or only for a yes or no. */
export function waitWords(cli: Cli, state: State, run: Run): string | null {
  const closed = closedBy(run);
  return askWords(cli, state, run) ?? (closed === null ? null : words(cli, closed));
}

/** A run in full: patch, every verdict, every check, the gate rule by rule, where the papers are, and what to do next. */
export function summaryLines(cli: Cli, controlRoot: string, state: State, run: Run): readonly string[] {
  const { t } = cli;
  const { paint } = cli.terminal;
  const lines: string[] = ['', paint.bold(`${run.task.id}  ${printable(run.task.title)}`)];
  const row = (name: string, text: string): void => void lines.push(`  ${pad(name, label)}${text}`);
  if (run.base)
    row(
      t('Branch'),
      t('{branch} at {head}, base {base}', {
        branch: run.branch,
        head: shortCommit(run.change?.head ?? run.base.commit),
        base: baseName(run.base),
      }),
    );
  if (run.change) {
    row(t('Patch'), patchWords(t, run.change.files));
    for (const file of run.change.files.slice(0, mostFiles))
      row('', `${printable(file.path)} (${t(file.status)}, +${file.added} −${file.removed})`);
  }
  const more = (run.change?.files.length ?? 0) - mostFiles;
  if (more > 0) row('', t('… and {count} more', { count: more }));
  standing(run.verdicts)
    .filter((verdict) => verdict.identity.head === run.change?.head)
    .forEach((verdict, i) => {
      const lowered = run.lowered[verdict.session];
      const back = lowered && run.verdicts.findLast((one) => one.session === verdict.session) === verdict;
      const passed = back
        ? paint.warn(`PASS (${printable(t('taken back: “{status}”', { status: lowered.status }))})`)
        : paint.good('PASS');
      const word = verdict.word === 'pass' ? passed : paint.bad('NOT PASS');
      row(i === 0 ? t('Reviews') : '', `${word} ${t(verdict.role)} (${verdict.agent})`);
    });
  resultWords(cli, run, run.change?.head).forEach((line, i) => row(i === 0 ? t('Checks') : '', line));
  const merge = newestMerge(run);
  if (merge) {
    row(t('Merged'), mergeWords(cli, { type: 'resultMerged', run: run.id, merged: merge }));
    const found = resultWords(cli, run, commitOf(merge) ?? undefined);
    for (const line of found) row('', line);
    if (merge.made.kind === 'clean' && found.length < merge.checks.length) row('', t('not checked yet'));
  }
  usageLines({ t }, run.jobs).forEach((line, i) => row(i === 0 ? t('Used') : '', line));
  if (run.gate) {
    row(t('Gate'), run.gate.open ? paint.good(t('OPEN')) : paint.warn(t('CLOSED')));
    for (const rule of run.gate.rules) lines.push(...ruleLines(cli, rule));
  }
  const lapsed = lapsedWords(cli, run);
  if (lapsed !== null) row(t('Decision'), paint.warn(printable(lapsed)));
  if (run.decision) row(t('Decision'), decisionWords(cli, run.decision));
  const entry = entryNow(state, run);
  if (entry !== null) row(t('Queue'), paint.warn(words(cli, entry)));
  const waiting = waitWords(cli, state, run);
  if (waiting !== null) row(t('Waits'), paint.warn(waiting));
  const papers = papersOf(controlRoot, run);
  if (papers.evidence) row(t('Evidence'), papers.evidence);
  if (papers.packet) row(t('Packet'), papers.packet);
  nextCommands(cli, controlRoot, state, run).forEach((command, i) => row(i === 0 ? t('Next') : '', command));
  return lines;
}

const resultWords = (cli: Cli, run: Run, commit: string | undefined): readonly string[] =>
  run.results
    .filter((result) => result.head === commit)
    .map(({ outcome, check, durationMs }) => {
      const { paint } = cli.terminal;
      const word = outcome === 'passed' ? paint.good(cli.t('passed')) : paint.bad(outcomeWords(cli, outcome));
      return `${word} ${printable(check.line)} (${seconds(durationMs)} s)`;
    });

const outcomeWords = ({ t }: Cli, outcome: CheckResult['outcome']): string =>
  ({ passed: t('passed'), failed: t('failed'), 'timed-out': t('took too long'), 'not-run': t('not run') })[outcome];

function decisionWords({ t }: Cli, { kind, by: person, merged }: Decision): string {
  const by = personWord(t, person);
  if (kind === 'abandoned') return t('given up by {by}', { by });
  return merged ? t('approved by {by}, merged', { by }) : t('approved by {by}', { by });
}

/** One rule of the gate: its outcome in words, its proof, and everything that it lacks. */
function ruleLines(cli: Cli, rule: RuleResult): readonly string[] {
  const { t } = cli;
  const { paint } = cli.terminal;
  const title = t(rules.find((one) => one.id === rule.rule)?.title ?? rule.rule);
  if (isUnchecked(rule)) return [`    ${paint.warn(pad('-', 9))} ${pad(title, 24)} ${paint.warn(t('no check named'))}`];
  const mark = { pass: paint.good, fail: paint.bad, pending: paint.dim }[rule.outcome];
  const word = { pass: t('pass'), fail: t('not pass'), pending: t('waiting') }[rule.outcome];
  const proof = /^[0-9a-f]{12,}$/.test(rule.proof) ? shortCommit(rule.proof) : rule.proof;
  const first = `    ${mark(pad(word, 9))} ${pad(title, 24)} ${paint.dim(printable(proof))}`.trimEnd();
  return [first, ...rule.missing.map((one) => `${' '.repeat(14)}${words(cli, one)}`)];
}
