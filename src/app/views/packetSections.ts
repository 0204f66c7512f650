import type { Run } from '../../core/loop/types.ts';
import type { Verdict } from '../../core/review/types.ts';
import type { State } from '../../core/state.ts';
import { identityOf, touchesLoadBearing } from '../../core/gate/facts.ts';
import { verdictsOn } from '../../core/review/standing.ts';
import { requiredRoles } from '../../core/topology/roles.ts';
import { isTestPath } from '../../core/testLoss/isTestPath.ts';
import type { TestLoss } from '../../core/testLoss/types.ts';
import { checkLines } from './checkLines.ts';
import { entryNow } from '../../core/task/entryNow.ts';
import { mergedLines } from './mergedLines.ts';
import { bad, good, line, open } from './packetLines.ts';
import type { PacketLine, PacketSection } from '../../protocol/webview.ts';
import { familyWords } from './familyWords.ts';
import { claimWords } from './leases.ts';
import { notChecked } from './notChecked.ts';
import { otherChanges } from './otherChanges.ts';
import { takenBack } from './status.ts';
import { phrase, shortList } from './words.ts';
import { sentence, type ViewContext } from './viewContext.ts';

/** The task's own words up to the first heading that is no longer about the goal. */
const goalOf = (body: string): string => {
  const goal = /^#+\s*(?:Goal|목표)\s*\n+([\s\S]*?)(?=^#|(?![\s\S]))/mu.exec(body)?.[1] ?? body;
  const lines = goal.split('\n').filter((text) => !/^\s*(?:#|-\s*\w[\w ]*:)/.test(text));
  return lines.join('\n').trim();
};

const firstSentences = (text: string, count: number): string =>
  (text.replace(/\s+/g, ' ').match(/[^.!?。]+[.!?。]*/gu) ?? []).slice(0, count).join('').trim();

const why = (ctx: ViewContext, state: State, run: Run): readonly PacketLine[] => {
  const entry = entryNow(state, run);
  const report = run.jobs.findLast((job) => job.kind === 'implement' && job.ended?.outcome.kind === 'report');
  const text = report?.ended?.outcome.kind === 'report' ? report.ended.outcome.text : '';
  const goal = firstSentences(goalOf(run.task.body), 2);
  return [
    line(goal === '' ? run.task.title : goal),
    ...(entry === null
      ? []
      : [line(sentence(ctx, entry), { words: ctx.t('look closer'), icon: 'warning', tone: 'attention' })]),
    ...(text === '' ? [] : [line(ctx.t('What the implementer reported'), null, text)]),
    ...run.comments.map((comment) => line(ctx.t('Returned before with comments'), null, comment)),
  ];
};

const checks = (ctx: ViewContext, run: Run): readonly PacketLine[] =>
  run.checks.length === 0
    ? [line(ctx.t('The task names no check.'))]
    : checkLines(ctx, run.checks, run.results, run.change?.head);

const currentVerdicts = (run: Run): readonly Verdict[] => verdictsOn(run.verdicts, identityOf(run));

const reviews = (ctx: ViewContext, run: Run): readonly PacketLine[] => {
  const family = familyWords(ctx, run);
  const own =
    family === null ? [] : [line(family, { words: ctx.t('look closer'), icon: 'warning', tone: 'attention' })];
  return [...verdictLines(ctx, run), ...own];
};

const verdictLines = (ctx: ViewContext, run: Run): readonly PacketLine[] =>
  requiredRoles(run.options.topology, touchesLoadBearing(run)).flatMap((role) => {
    const own = currentVerdicts(run).filter((verdict) => verdict.session === role.session);
    if (own.length === 0) return [line(ctx.t(role.name), open(ctx.t('no verdict on this commit')))];
    const lowered = run.lowered[role.session];
    return own.map((verdict, i) => {
      const minor = verdict.findings.length;
      const notes = minor === 0 ? '' : minor === 1 ? ctx.t('1 note') : ctx.t('{count} notes', { count: minor });
      return line(
        phrase(`${ctx.t(role.name)} (${verdict.agent})`, notes),
        verdict.word !== 'pass'
          ? bad(ctx.t('not pass'))
          : lowered !== undefined && i === own.length - 1
            ? bad(takenBack(ctx, lowered.status))
            : good(ctx.t('pass')),
        verdict.summary,
      );
    });
  });

const findingPlace = (file: string | undefined, at: number | undefined): string =>
  file === undefined ? '' : at === undefined ? file : `${file}:${at}`;

/** Every objection, whatever its verdict: a pass with notes must not hide them. */
const dissent = (ctx: ViewContext, run: Run): readonly PacketLine[] => {
  const found = currentVerdicts(run).flatMap((verdict) =>
    verdict.findings.map((finding) =>
      line(
        phrase(ctx.t(verdict.role), findingPlace(finding.file, finding.line), finding.text),
        finding.advisory === true
          ? { words: ctx.t('names a place that is not there'), icon: 'info', tone: 'none' }
          : finding.severity === 'minor'
            ? { words: ctx.t('minor'), icon: 'info', tone: 'none' }
            : bad(finding.severity === 'blocker' ? ctx.t('blocker') : ctx.t('major')),
      ),
    ),
  );
  return found.length === 0 ? [line(ctx.t('none'))] : found;
};

/** Something that a person should look at, whatever the reviewers made of it. */
const lossLine = (ctx: ViewContext, { path, kind, before, after, lines }: TestLoss): PacketLine => {
  const words = {
    deleted: ctx.t('test file removed'),
    skipped: ctx.t('tests that do not run: {after}, before {before}', { before, after }),
    'fewer-tests': ctx.t('tests: {after}, before {before}', { before, after }),
    'fewer-assertions': ctx.t('assertions: {after}, before {before}', { before, after }),
    trivial: ctx.t('assertions of nothing: {after}, before {before}', { before, after }),
    unread: ctx.t('could not be looked at'),
  }[kind];
  return line(lines.length > 0 ? `${path}:${lines.join(', ')}` : path, bad(words));
};

const tests = (ctx: ViewContext, run: Run): readonly PacketLine[] => {
  const files = (run.change?.files ?? []).filter((file) => isTestPath(file.path));
  const losses = (run.change?.tests ?? []).filter((loss) => loss.kind !== 'deleted').map((loss) => lossLine(ctx, loss));
  if (files.length === 0) return losses.length > 0 ? losses : [line(ctx.t('No test file changed.'))];
  const removed = files.filter((file) => file.status === 'deleted');
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const lost = files.reduce((sum, file) => sum + file.removed, 0);
  return [
    line(
      files.length === 1
        ? ctx.t('1 test file changed (+{added} −{removed})', { added, removed: lost })
        : ctx.t('{count} test files changed (+{added} −{removed})', { count: files.length, added, removed: lost }),
    ),
    ...removed.map((file) => line(file.path, bad(ctx.t('test file removed')))),
    ...losses,
  ];
};

const leases = (ctx: ViewContext, run: Run): readonly PacketLine[] => {
  const scope = run.gate?.rules.find((rule) => rule.rule === 'scope');
  const claims = claimWords(ctx, run.claims, 6);
  if (scope?.outcome === 'pass') return [line(ctx.t('{claims}; nothing outside', { claims }))];
  return [line(claims), ...(scope?.missing ?? []).map((one) => line(sentence(ctx, one), bad(ctx.t('outside'))))];
};

const forecast = (ctx: ViewContext, state: State, run: Run): readonly PacketLine[] => {
  const lines = otherChanges(state, run).map(({ task, files }) =>
    line(ctx.t('also changed in {task}: {files}', { task, files: shortList(files, 3) }), {
      words: ctx.t('overlap'),
      icon: 'warning',
      tone: 'attention',
    }),
  );
  return lines.length === 0 ? [line(ctx.t('No other running task changes these files.'))] : lines;
};

const faults = (ctx: ViewContext, run: Run): readonly PacketLine[] =>
  run.faults.length === 0
    ? [line(ctx.t('none'))]
    : run.faults.map((one) => line(sentence(ctx, one), bad(ctx.t('fault'))));

/** The packet's body in the order in which a person decides. */
export const packetSections = (ctx: ViewContext, state: State, run: Run): readonly PacketSection[] => {
  const { t } = ctx;
  return [
    { id: 'why', title: t('What and why'), lines: why(ctx, state, run) },
    { id: 'checks', title: t('Checks run by MAM'), lines: checks(ctx, run) },
    { id: 'merged', title: t('Merged result'), lines: mergedLines(ctx, state, run) },
    { id: 'reviews', title: t('Reviews'), lines: reviews(ctx, run) },
    { id: 'dissent', title: t('Dissent'), lines: dissent(ctx, run) },
    { id: 'tests', title: t('Tests'), lines: tests(ctx, run) },
    { id: 'leases', title: t('Leases'), lines: leases(ctx, run) },
    { id: 'faults', title: t('Faults'), lines: faults(ctx, run) },
    { id: 'forecast', title: t('Forecast'), lines: forecast(ctx, state, run) },
    { id: 'notChecked', title: t('Not checked'), lines: notChecked(ctx, run).map((text) => line(text)) },
  ];
};
