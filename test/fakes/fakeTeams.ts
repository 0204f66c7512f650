import { problem, type Problem } from '../../src/base/problem.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { Teams } from '../../src/app/ports/teams.ts';
import type { TeamServer, TeamSummary } from '../../src/core/team/types.ts';

const failed = (code: string): Problem => problem(code, 'It failed.');

/** A team runner that a test scripts: what it answers, and what it was asked. */
export class FakeTeams implements Teams {
  readonly asked: string[] = [];
  known: string[] = [];
  name = 'alpha';
  /** Nobody can tell which teams there are. */
  isUnlisted = false;
  /** It does not say what it calls a team. */
  isSilent = false;
  /** It keeps no state of what it starts. */
  isHidden = false;
  /** Starting fails, and leaves part of the team or nothing. */
  launchFails: 'part' | 'all' | null = null;
  /** Answers of the next looks; the last one stays. */
  summaries: readonly (TeamSummary | 'fails')[] = [];
  /** How often shutting down fails: once is without force only. */
  shutdownFails = 0;
  /** Where its workers are, and whether they can't be ended. */
  terminals: TeamServer | null = null;
  terminalsStay = false;
  /** Is told before a launch answers. */
  onLaunch: () => void = () => undefined;

  command({ workers, text }: { readonly workers: string; readonly text: string }): readonly string[] {
    return ['omc', 'team', workers, '--no-decompose', text];
  }
  async names(): Promise<Result<readonly string[], Problem>> {
    return this.isUnlisted ? err(failed('omc.unlisted')) : ok([...this.known].toSorted());
  }
  async launch(
    { workers }: { readonly workers: string },
    signal?: AbortSignal,
  ): Promise<Result<{ readonly name: string | null }, Problem>> {
    this.asked.push(`launch ${workers}`);
    if (signal?.aborted) return err(failed('omc.launch'));
    if (this.launchFails !== 'all' && !this.isHidden) this.known.push(this.name);
    this.onLaunch();
    return this.launchFails ? err(failed('omc.launch')) : ok({ name: this.isSilent ? null : this.name });
  }
  async summary(name: string): Promise<Result<TeamSummary, Problem>> {
    this.asked.push('summary');
    if (!this.known.includes(name)) return err(failed('omc.summary'));
    const [now, ...rest] = this.summaries;
    if (rest.length > 0) this.summaries = rest;
    return now === undefined || now === 'fails' ? err(failed('omc.summary')) : ok(now);
  }
  async tidy(name: string, worker: string): Promise<void> {
    this.asked.push(`tidy ${name}/${worker}`);
  }
  async server(name: string): Promise<TeamServer | null> {
    return this.known.includes(name) ? this.terminals : null;
  }
  async endServer({ session }: TeamServer): Promise<boolean> {
    this.asked.push(`end ${session}`);
    return !this.terminalsStay;
  }
  usualPath(name: string, worker: string): string {
    return `/repo/.omc/team/${name}/worktrees/${worker}`;
  }
  async shutdown(name: string, force: boolean): Promise<Problem | null> {
    this.asked.push(`shutdown ${name}${force ? ' --force' : ''}`);
    this.shutdownFails -= 1;
    if (this.shutdownFails >= 0) return failed('omc.shutdown');
    this.known = this.known.filter((one) => one !== name);
    return null;
  }
}
