import { laterThan } from '../../base/clock.ts';
import type { Translate } from '../../base/problem.ts';
import { holderOf } from '../../core/lease/facts.ts';
import type { Lease, LeaseReason } from '../../core/lease/types.ts';
import type { State } from '../../core/state.ts';
import type { Team } from '../../core/team/types.ts';
import { holdWord } from './holdWords.ts';
import { roleName } from './select.ts';
import { duration, since } from './words.ts';
import type { ViewContext } from './viewContext.ts';

/** Why a lease needs recovery, in words. */
export const reasonWords = (t: Translate, reason: LeaseReason): string =>
  ({
    'missing-worktree': t('its worktree is gone'),
    'inspection-failed': t('its worktree could not be looked at'),
    'detached-worktree': t('its worktree is on no branch'),
    'dirty-worktree': t('its worktree holds uncommitted changes'),
  })[reason];

/** How long it holds unless it is renewed; a machine that sleeps uses nothing up. */
const timeWords = (ctx: ViewContext, awakeMs: number | null, lease: Lease): string => {
  if (awakeMs === null) return ctx.t('held for {time}', { time: since(ctx, lease.claimedAt) });
  const left = lease.expiresAwake - awakeMs;
  return left > 0 ? ctx.t('{time} left', { time: duration(ctx, left) }) : ctx.t('time is up');
};

/** Until when it holds unless it is renewed, by the reader's clock; null where nobody counts its time here, or it is up. */
const untilWords = (ctx: ViewContext, awakeMs: number | null, lease: Lease): string | null =>
  awakeMs === null || lease.expiresAwake <= awakeMs
    ? null
    : ctx.clock(laterThan(ctx.now(), lease.expiresAwake - awakeMs));

/** A lease in one sentence, for whoever meets one of its files. */
export const leaseSentence = (ctx: ViewContext, state: State, lease: Lease, awakeMs: number | null): string => {
  const time = untilWords(ctx, awakeMs, lease);
  const params = {
    holder: holderWords(ctx, state, lease),
    task: holderOf(state, lease),
    word: stateWord(ctx, state, lease),
  };
  return time === null
    ? ctx.t('Leased by {holder} for {task}: {word}', params)
    : ctx.t('Leased by {holder} for {task} until {time}: {word}', { ...params, time });
};

/** Who has it: the seat with its agent, or the person who took it over. */
const holderWords = (ctx: ViewContext, state: State, lease: Lease): string => {
  if (lease.person !== undefined) return lease.person;
  const seat = ctx.t(roleName(state, lease.session));
  const agent = lease.borrower?.agent ?? lease.agent;
  return agent === '' ? seat : `${seat} (${agent})`;
};

const isAtWorkOn = ({ task }: Lease, team: Team): boolean =>
  team.decision === 'running' && task !== null && team.task === task;

/** The state of a lease in one word or two. */
const stateWord = (ctx: ViewContext, state: State, lease: Lease): string => {
  if (lease.state === 'recovery-needed') return ctx.t('recovery needed');
  if (lease.takeover) return ctx.t('being taken over');
  const writer = [lease.borrower?.token, lease.run]
    .flatMap((run) => state.runs[run ?? '']?.jobs ?? [])
    .find((job) => job.access === 'write' && job.ended === undefined);
  if (writer) return holdWord(ctx, writer) ?? ctx.t('advisory');
  // Whoever borrowed it by a command, and workers of a team, work where MAM holds nobody.
  const works = lease.borrower !== null || Object.values(state.teams).some((team) => isAtWorkOn(lease, team));
  return works ? ctx.t('advisory') : ctx.t('no lane at work');
};

/** A lease in words, wherever it is shown. */
export const leaseWords = (
  ctx: ViewContext,
  state: State,
  lease: Lease,
  awakeMs: number | null,
): { readonly word: string; readonly more: readonly string[] } => ({
  word: stateWord(ctx, state, lease),
  more: [
    holderWords(ctx, state, lease),
    ...(lease.reason === undefined ? [timeWords(ctx, awakeMs, lease)] : [reasonWords(ctx.t, lease.reason)]),
    ...(lease.takeover ? [ctx.t('{by} takes it over', { by: lease.takeover.by })] : []),
    holderOf(state, lease),
  ],
});
