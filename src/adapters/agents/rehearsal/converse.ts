import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readJobHead, type JobHead } from '../../../protocol/agents/brief.ts';
import { chooseScene, readRehearsalScript } from '../../../protocol/agents/rehearsalScript.ts';
import { implement } from './implement.ts';
import { perform, type Finale } from './perform.ts';
import type { Stage } from './stage.ts';
import { readTyped, type Typed } from './typed.ts';

/** What a job's prompt names, whoever typed it. */
const prompt = /Read the whole file (.+) first, then do the job/;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * `rehearsal-agent session CONVERSATION [--resume]`: talks line by line, on a terminal or a pipe, until its input ends. A
 * job's prompt is done as a lane would do its brief, and told and handed in with the `mam` command like any agent does.
 */
export async function converse([conversation = '', resume]: readonly string[]): Promise<number> {
  say(`Rehearsal, conversation ${conversation}${resume === '--resume' ? ', goes on' : ''}`);
  const ask = (): void => void process.stdout.write('> ');
  ask();
  const typed = readTyped(process.stdin, () => process.kill(process.pid, 'SIGINT'));
  for (let line = await typed.line(); line !== null; line = await typed.line()) {
    // A terminal has shown it already.
    if (line !== '' && !process.stdin.isTTY) say(line);
    if (line !== '') await take(line, typed).catch((error: unknown) => say(`! ${String(error)}`));
    ask();
  }
  return 0;
}

async function take(line: string, typed: Typed): Promise<void> {
  const brief = prompt.exec(line)?.[1];
  if (brief === undefined) return say(`● You said: ${line}`);
  const text = readFileSync(brief, 'utf8');
  const job = readJobHead(text);
  if (job === null) return say('! The brief has no line MAM-BRIEF.');
  say(`● Working on ${job.job}, attempt ${job.attempt}`);
  const folder = dirname(brief);
  const tell = (kind: string, ...more: readonly string[]) => event(folder, kind, ...more);
  await tell('started');
  const ask = async (question: string): Promise<void> => {
    typed.byKey(true);
    await tell('permission_required', '--text', question);
    say(`? ${question}`);
    const told = (await typed.answer()) ?? 'nothing';
    typed.byKey(false);
    say(told);
    await tell('progress', '--text', `Was told: ${told}`);
  };
  const finale = await work(job, text, ask);
  if (finale.kind === 'failed') return tell('error', '--text', 'The rehearsal was to fail.');
  if (finale.kind === 'silent') return say('● Its turn is over');
  const draft = join(folder, 'draft.md');
  writeFileSync(draft, `${finale.text}\n`);
  await tell('completed', '--report', draft);
  say(`● Handed in ${job.job}`);
}

async function work(job: JobHead, brief: string, ask: (question: string) => Promise<void>): Promise<Finale> {
  const stage: Stage = {
    cwd: job.workdir,
    title: job.task ?? job.job,
    head: {
      ...job,
      kind: job.kind === 'review' ? 'review' : 'implement',
      round: 1,
      session: process.env['MAM_SESSION'] ?? '',
      role: job.role ?? '',
      task: job.task ?? job.job,
      files: [],
    },
    emit: (note) => say(`  ${'text' in note ? note.text : note.type}`),
    ask,
  };
  // Without files that it may write, it only reports.
  const doIt = async (): Promise<string> => {
    const done = job.claims.length > 0 && job.kind !== 'review' ? implement(stage) : `Rehearsed ${job.job}.`;
    return job.kind === 'review' ? `${done}\n\n[VERDICT: PASS]` : done;
  };
  const scenes = readRehearsalScript(brief);
  if (typeof scenes === 'string') {
    say(`! The rehearsal script can’t be read: ${scenes}`);
    return { kind: 'failed' };
  }
  const scene = chooseScene(scenes, stage.head);
  const finale = scene === null ? null : await perform(scene.steps, stage, doIt);
  return finale ?? { kind: 'report', text: await doIt() };
}

/** Says how the job goes, as its brief tells every agent to. */
async function event(folder: string, kind: string, ...more: readonly string[]): Promise<void> {
  const mam = join(process.env['MAM_BIN'] ?? '', process.platform === 'win32' ? 'mam.cmd' : 'mam');
  await promisify(execFile)(mam, ['event', kind, '--pass', join(folder, 'pass.json'), ...more]);
}
