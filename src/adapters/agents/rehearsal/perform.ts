import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RehearsalStep } from '../../../protocol/agents/rehearsalScript.ts';
import { git, type Stage } from './stage.ts';

/** How a performance ends: with a report, without one, or because the agent says that it failed. */
export type Finale =
  | { readonly kind: 'report'; readonly text: string }
  | { readonly kind: 'silent' }
  | { readonly kind: 'failed' };

/** Does what a script says, step by step; null when the steps end without a finale. */
export async function perform(
  steps: readonly RehearsalStep[],
  stage: Stage,
  work: () => Promise<string>,
): Promise<Finale | null> {
  let worked: string | null = null;
  for (const step of steps) {
    if ('work' in step) worked = await work();
    else {
      const finale = await act(step, stage);
      if (finale !== null) return finale;
    }
  }
  return worked === null ? null : { kind: 'report', text: worked };
}

async function act(step: RehearsalStep, stage: Stage): Promise<Finale | null> {
  const path = (name: string): string => resolve(stage.cwd, name);
  if ('report' in step) return { kind: 'report', text: step.report };
  if ('verdict' in step) return { kind: 'report', text: writeReview(step, stage) };
  if ('silent' in step) return { kind: 'silent' };
  if ('fail' in step) {
    stage.emit({ type: 'error', message: step.fail, status: step.status ?? null });
    return { kind: 'failed' };
  }
  if ('write' in step) put(path(step.write), step.text, writeFileSync);
  else if ('append' in step) put(path(step.append), step.text, appendFileSync);
  else if ('delete' in step) rmSync(path(step.delete), { recursive: true, force: true });
  else if ('link' in step) symlinkSync(step.to, path(step.link));
  else if ('commit' in step) {
    git(stage.cwd, 'add', '-A');
    git(stage.cwd, 'commit', '-q', '-m', step.commit);
  } else if ('say' in step) stage.emit({ type: 'note', text: step.say });
  else if ('ask' in step) await stage.ask?.(step.ask);
  else await behave(step, path);
  return null;
}

/** Everything that a process can do which has nothing to do with the task. */
async function behave(step: RehearsalStep, path: (name: string) => string): Promise<void> {
  if ('sleep' in step) await delay(step.sleep);
  else if ('waitFor' in step) {
    while (!existsSync(path(step.waitFor))) await delay(20);
  } else if ('exit' in step) process.exit(step.exit);
  else if ('signal' in step) {
    process.kill(process.pid, step.signal);
    await delay(60_000);
  } else if ('hang' in step) await delay(2 ** 31 - 1);
  else if ('ignore' in step) process.on(step.ignore, () => undefined);
  else if ('print' in step) process.stdout.write(`${step.print}\n`);
  else if ('stderr' in step) process.stderr.write(`${step.stderr}\n`);
  else if ('flood' in step)
    for (let line = 1; line <= step.flood; line += 1)
      process.stdout.write(`${JSON.stringify({ type: 'note', text: `line ${line}` })}\n`);
  else if ('spawn' in step)
    spawn(process.execPath, ['-e', `setTimeout(() => {}, ${step.spawn})`], { detached: true, stdio: 'ignore' }).unref();
}

function put(path: string, text: string, write: (path: string, text: string) => void): void {
  mkdirSync(dirname(path), { recursive: true });
  write(path, text);
}

function writeReview(step: Extract<RehearsalStep, { verdict: unknown }>, stage: Stage): string {
  const verdicts = {
    pass: ['[VERDICT: PASS]'],
    'not-pass': ['[VERDICT: NOT PASS]'],
    two: ['[VERDICT: NOT PASS]', 'On reflection:', '[VERDICT: PASS]'],
    none: [],
  };
  const head = step.head ?? stage.head.head ?? '';
  return [
    step.summary ?? `Reviewed ${stage.head.task}.`,
    ...(head === '' ? [] : ['', `Head: ${head}`]),
    '',
    ...verdicts[step.verdict],
  ]
    .join('\n')
    .trimEnd();
}
