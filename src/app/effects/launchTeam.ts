import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { workersWord } from '../../core/team/staffTeam.ts';
import type { Outcome } from '../../core/outcome.ts';
import { hideLater } from '../ledgerGuard.ts';
import { teamsFolder } from '../places.ts';
import { findTeam } from '../team/findTeam.ts';
import type { EffectContext, Handler } from './handler.ts';

/** How long starting a team may take, in milliseconds, within the time that it has altogether. */
const mostMs = 120_000;
const leastMs = 1000;
/** How long a team that a killed host began to start is looked for. */
const lookMs = 15_000;
const lookEveryMs = 500;

/** What the program calls a team that it gave no name. */
const usualName = 'active';

/**
 * Starts the team, once: what there was before is written down first, so that a host that goes on after a crash finds the
 * one that was begun and takes it over. One that it can't find is never started a second time.
 */
export const launchTeam: Handler<'launchTeam'> = async (effect, context, signal) => {
  const { teams, files, git, places } = context;
  const team = findTeam(context.state(), effect.run);
  const note = `${places.teams}/${team.id}/before.json`;
  const begun = await files.read(note);
  if (!begun.ok) return { kind: 'failed', problem: begun.error };
  if (begun.value !== null) return takeOver(begun.value, await context.watch.begin(), context);
  const visible = await hideLater(teamsFolder, { files, git, places });
  if (visible) return { kind: 'failed', problem: visible };
  const unseen = await context.watch.begin();
  if (unseen) return { kind: 'failed', problem: unseen };
  const before = await teams.names();
  if (!before.ok) return { kind: 'failed', problem: before.error };
  const noted = await files.write(note, `${JSON.stringify(before.value)}\n`);
  if (!noted.ok) return { kind: 'failed', problem: noted.error };
  const left = team.movedAwake + team.timeoutMs - context.awakeMs();
  const timeoutMs = Math.min(mostMs, Math.max(leastMs, left));
  const launched = await teams.launch({ workers: workersWord(team.workers), text: team.text, timeoutMs }, signal);
  if (launched.ok && launched.value.name !== null)
    return { kind: 'launchTeam', name: launched.value.name, warnings: [], problem: null };
  const found = theNewOne(before.value, await teams.names());
  if (!found.ok) return { kind: 'failed', problem: found.error };
  // Part of it may be there, which has to be shut down.
  if (!launched.ok)
    return found.value === null
      ? { kind: 'failed', problem: launched.error }
      : { kind: 'launchTeam', name: found.value, warnings: [], problem: launched.error };
  // One that is called so already is somebody else's.
  const name = found.value ?? (before.value.includes(usualName) ? null : usualName);
  return name === null
    ? { kind: 'failed', problem: lost() }
    : { kind: 'launchTeam', name, warnings: [unnamed()], problem: null };
};

async function takeOver(note: string, unseen: Problem | null, { teams, clock }: EffectContext): Promise<Outcome> {
  const before = namesIn(note);
  if (before === null) return { kind: 'failed', problem: lost() };
  for (let waited = 0; waited < lookMs; waited += lookEveryMs) {
    const found = theNewOne(before, await teams.names());
    if (found.ok && found.value !== null)
      return { kind: 'launchTeam', name: found.value, warnings: [takenOver(found.value)], problem: unseen };
    await new Promise<void>((resolve) => void clock.after(lookEveryMs, resolve));
  }
  return { kind: 'failed', problem: lost() };
}

function namesIn(note: string): readonly string[] | null {
  try {
    const names: unknown = JSON.parse(note);
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : null;
  } catch {
    return null;
  }
}

/**
 * The one team that was not there before, null where there is none. Of several, and where they can't be listed, nobody can
 * say which one MAM started: what a person started meanwhile is never looked at, and never shut down.
 */
function theNewOne(before: readonly string[], now: Result<readonly string[], Problem>): Result<string | null, Problem> {
  if (!now.ok) return err(lost());
  const [found = null, another] = now.value.filter((name) => !before.includes(name));
  return another === undefined ? ok(found) : err(lost());
}

const unnamed = () => problem('omc.unnamed', 'omc did not say what it calls the team, so MAM goes by what it found.');

const takenOver = (name: string) =>
  problem('omc.takenOver', 'The host ended while the team was being started; {name} was found and gone on with.', {
    name,
  });

const lost = () =>
  problem(
    'omc.launchLost',
    'A team was being started, and nobody can say which one it is. Look for it with omc team status, and shut it down.',
  );
