import type { Change, FileChange, Run } from '../../core/loop/types.ts';
import { gateFacts } from '../../core/gate/facts.ts';
import { merged } from '../../core/gate/rules/merged.ts';
import { approvedCommit, landingOf } from '../../core/merged/select.ts';
import { canDeleteBranch } from '../../core/ship/deleteBranch.ts';
import type { State } from '../../core/state.ts';
import { noNotes, type PacketNotes } from '../../protocol/packetNotes.ts';
import type { ApprovalModel, Labels, MissingPage, PacketDecision, PageAction } from '../../protocol/webview.ts';
import { askedAbout } from '../askAbout.ts';
import { action } from './actions.ts';
import { gateMark } from './gateTable.ts';
import { missingCount } from './gateWords.ts';
import { draftKey, packetComments } from './packetNotes.ts';
import { askChoices, packetQuestions } from './packetQuestions.ts';
import { packetSections } from './packetSections.ts';
import { baseName, shortCommit, shortRef } from './words.ts';
import { sentence, type Scene, type ViewContext } from './viewContext.ts';

const sum = (files: readonly FileChange[], key: 'added' | 'removed'): number =>
  files.reduce((total, file) => total + file[key], 0);

const wantsWords = (ctx: ViewContext, run: Run): string => {
  if (run.change === null) return ctx.t('Nothing is committed yet.');
  const { files } = run.change;
  const params = {
    count: files.length,
    added: sum(files, 'added'),
    removed: sum(files, 'removed'),
    base: shortRef(run.base?.ref ?? ''),
  };
  return files.length === 1
    ? ctx.t('Wants: merge 1 file (+{added} −{removed}) into {base}.', params)
    : ctx.t('Wants: merge {count} files (+{added} −{removed}) into {base}.', params);
};

/** Branches may have moved after the gate was judged; the page says so before the gate does. */
const staleReason = (ctx: ViewContext, scene: Scene, run: Run, change: Change): string | null => {
  const facts = gateFacts(scene.state, run);
  const [unmerged] = facts.baseNow === null ? [] : merged.evaluate(facts).missing;
  if (unmerged !== undefined) return sentence(ctx, unmerged);
  const headNow = scene.state.refs[`refs/heads/${run.branch}`];
  return headNow !== undefined && headNow !== change.head
    ? ctx.t('{branch} moved to {commit} since it was reviewed. Return it to have it reviewed again.', {
        branch: run.branch,
        commit: shortCommit(headNow),
      })
    : null;
};

/** After a return the page still shows what was returned, until the next round has made something. */
const laterRound = (ctx: ViewContext, run: Run, change: Change): string | null =>
  change.round < run.round
    ? ctx.t('Cycle {round} is on its way. What stands here is from cycle {before}.', {
        round: run.round,
        before: change.round,
      })
    : null;

const gateReason = (ctx: ViewContext, run: Run): string | null => {
  if (run.gate?.open === true) return null;
  const first = run.gate?.rules.flatMap((rule) => rule.missing)[0];
  if (run.gate === null || first === undefined) return ctx.t('The gate has not been judged yet.');
  const rest = missingCount(run.gate) - 1;
  const words = sentence(ctx, first);
  return rest === 0 ? words : `${words} ${ctx.t('And {count} more.', { count: rest })}`;
};

/** Why a person can't approve now, or null. */
const approveReason = (ctx: ViewContext, scene: Scene, run: Run): string | null => {
  if (scene.problem !== null) return sentence(ctx, scene.problem);
  if (run.decision !== null) return ctx.t('Already decided.');
  if (run.change === null) return ctx.t('Nothing is committed yet.');
  return staleReason(ctx, scene, run, run.change) ?? laterRound(ctx, run, run.change) ?? gateReason(ctx, run);
};

const returnReason = (ctx: ViewContext, scene: Scene, run: Run): string | null => {
  if (scene.problem !== null) return sentence(ctx, scene.problem);
  if (run.decision !== null) return ctx.t('Already decided.');
  if (run.change === null) return ctx.t('Nothing is committed yet.');
  return run.phase === 'waiting' || run.phase === 'needs-you'
    ? null
    : ctx.t('It is being worked on. Wait until it waits for you.');
};

/** A question decides nothing, so that it can be asked also of what waits for something else. */
const askReason = (ctx: ViewContext, scene: Scene, run: Run): string | null => {
  if (scene.problem !== null) return sentence(ctx, scene.problem);
  if (run.change === null) return ctx.t('Nothing is committed yet.');
  return askedAbout(run).length === 0 ? ctx.t('No agent worked on this.') : null;
};

const decisionOf = (ctx: ViewContext, run: Run): PacketDecision | null => {
  if (run.decision === null) return null;
  const { kind, by, at, merged: isMerged } = run.decision;
  const params = { by, time: ctx.clock(at), commit: shortCommit(approvedCommit(run.decision)) };
  if (kind === 'abandoned') {
    const words = ctx.t('{by} gave this run up at {time}.', params);
    return { mark: { words: ctx.t('given up'), icon: 'circle-slash', tone: 'muted' }, words };
  }
  const base = shortRef(run.base?.ref ?? '');
  return isMerged
    ? {
        mark: { words: ctx.t('merged'), icon: 'git-merge', tone: 'good' },
        words: ctx.t('{by} approved {commit} at {time}; it is merged into {base}.', { ...params, base }),
      }
    : {
        mark: { words: ctx.t('approved'), icon: 'pass', tone: 'good' },
        words: ctx.t('{by} approved {commit} at {time}. It is not in {base} yet.', { ...params, base }),
      };
};

const nextButtons = (ctx: ViewContext, state: State, run: Run): readonly PageAction[] => {
  const button = (name: 'mergeLocally' | 'deleteBranch' | 'copyPrCommands', primary: boolean): PageAction => ({
    ...action(ctx.t, name, run.id),
    primary,
    disabled: null,
  });
  if (canDeleteBranch(state, run)) return [button('deleteBranch', false)];
  if (run.decision?.kind !== 'approved' || run.decision.merged) return [];
  // Its base is a commit: there is no branch that MAM could move.
  if (run.options.source !== undefined) return [button('copyPrCommands', false)];
  return [button('mergeLocally', true), button('copyPrCommands', false)];
};

const labels = (ctx: ViewContext): Labels => {
  const { t } = ctx;
  return {
    files: t('Files'),
    openDiff: t('Open the changes of {path}'),
    comments: t('What should be different?'),
    commentsHint: t('These comments become the next round of work.'),
    lineComments: t('Your comments on lines'),
    lineCommentsHint: t('They go to the writer when you return this. Open the changes to write more.'),
    openLine: t('Open {place}'),
    dropComment: t('Remove the comment on {place}'),
    ask: t('What do you want to know?'),
    askHint: t('It is answered as a job that changes nothing. You can decide meanwhile.'),
    askWhom: t('Whom'),
    askSend: t('Ask'),
    questions: t('Questions'),
    send: t('Return'),
    cancel: t('Cancel'),
    show: t('Show details'),
    decision: t('Decision'),
    added: t('added'),
    modified: t('modified'),
    deleted: t('deleted'),
    'type-changed': t('type changed'),
  };
};

const identityWords = (ctx: ViewContext, state: State, run: Run): string => {
  if (run.change === null || run.base === null) return ctx.t('no commit yet');
  const landing = run.decision === null ? landingOf(gateFacts(state, run)) : (run.decision.landing ?? null);
  const head = shortCommit(run.change.head);
  if (landing === null || landing.commit === run.change.head)
    return ctx.t('head {head} on {base}', { head, base: baseName(run.base) });
  return ctx.t('head {head}, merged onto {base} as {commit}', {
    head,
    base: baseName({ ...run.base, commit: landing.base }),
    commit: shortCommit(landing.commit),
  });
};

const gateWords = (ctx: ViewContext, run: Run): ApprovalModel['gate'] => {
  const mark = gateMark(ctx, run);
  const rules = run.gate?.rules ?? [];
  if (rules.length === 0) return mark;
  const passed = rules.filter((rule) => rule.outcome === 'pass').length;
  const params = { passed, all: rules.length };
  const words =
    run.gate?.open === true
      ? ctx.t('Gate: OPEN ({passed} of {all})', params)
      : ctx.t('Gate: CLOSED ({passed} of {all})', params);
  return { ...mark, words };
};

/** The page that a person decides on, or why there is none. `notes` are what this person wrote and has not sent. */
export const approvalView = (
  ctx: ViewContext,
  scene: Scene,
  runId: string,
  notes: PacketNotes = noNotes,
): ApprovalModel | MissingPage => {
  const run = scene.state.runs[runId];
  if (run === undefined)
    return { missing: ctx.t('This run is not in the log. Close the page and open it from the queue.') };
  return {
    run: run.id,
    task: run.task.id,
    title: run.task.title,
    identity: identityWords(ctx, scene.state, run),
    wants: wantsWords(ctx, run),
    gate: gateWords(ctx, run),
    approve: {
      title: ctx.t('Approve'),
      args: [run.id, landingOf(gateFacts(scene.state, run))?.commit ?? run.change?.head ?? ''],
      disabled: approveReason(ctx, scene, run),
      primary: true,
    },
    giveBack: {
      title: ctx.t('Return…'),
      args: [run.id],
      disabled: returnReason(ctx, scene, run),
      primary: false,
    },
    export: { ...action(ctx.t, 'export', run.id), primary: false, disabled: null },
    openAll: {
      title: ctx.t('Changes'),
      args: [run.id],
      disabled: run.change === null ? ctx.t('Nothing is committed yet.') : null,
      primary: false,
    },
    comments: packetComments(ctx, run, notes),
    ask: { title: ctx.t('Ask…'), args: [run.id], disabled: askReason(ctx, scene, run), primary: false },
    askChoices: askChoices(ctx, scene.state, run),
    questions: packetQuestions(ctx, scene.state, run),
    drafts: {
      return: notes.drafts[draftKey('return', run.id)] ?? '',
      ask: notes.drafts[draftKey('ask', run.id)] ?? '',
    },
    sections: packetSections(ctx, scene.state, run),
    files: (run.change?.files ?? []).map(({ path, status, added, removed }) => ({ path, status, added, removed })),
    decision: decisionOf(ctx, run),
    next: nextButtons(ctx, scene.state, run),
    labels: labels(ctx),
  };
};
