import { text } from 'node:stream/consumers';
import { readBriefHead } from '../../../protocol/agents/brief.ts';
import type { RehearsalEvent } from '../../../protocol/agents/rehearsalEvents.ts';
import { chooseScene, readRehearsalScript } from '../../../protocol/agents/rehearsalScript.ts';
import { converse } from './converse.ts';
import { implement } from './implement.ts';
import { perform, type Finale } from './perform.ts';
import { readTitle, type Stage } from './stage.ts';
import { talk } from './talk.ts';

/** `rehearsal-agent read|write`, the brief on stdin: works in the current folder and prints one event a line. `session …` talks. */
async function main([access = '', ...more]: readonly string[]): Promise<number> {
  if (access === 'session') return converse(more);
  const brief = await text(process.stdin);
  const head = readBriefHead(brief);
  if (head === null) return fail('The brief has no line MAM-BRIEF.');
  const scenes = readRehearsalScript(brief);
  if (typeof scenes === 'string') return fail(`The rehearsal script in the task can’t be read: ${scenes}`);

  const stage: Stage = { cwd: process.cwd(), head, title: readTitle(brief, head), emit };
  emit({ type: 'start', kind: head.kind, session: head.session });
  const work = async (): Promise<string> => (access === 'write' ? implement(stage) : talk(stage));
  const scene = chooseScene(scenes, head);
  const finale =
    (scene === null ? null : await perform(scene.steps, stage, work)) ?? (await end(scene === null, stage, work));
  return close(finale);
}

/** Without a script it works. After a script that says nothing of the end, a writer reports and a reader still reviews. */
async function end(unscripted: boolean, stage: Stage, work: () => Promise<string>): Promise<Finale> {
  if (unscripted || stage.head.kind !== 'implement') return { kind: 'report', text: await work() };
  return { kind: 'report', text: `Rehearsed ${stage.head.task} as its script says.` };
}

function close(finale: Finale): number {
  if (finale.kind === 'failed') return 1;
  const report = finale.kind === 'report' ? finale.text : '';
  if (finale.kind === 'report') emit({ type: 'message', text: report });
  // It asks no model, so it uses no tokens.
  emit({ type: 'done', usage: null });
  return 0;
}

function fail(message: string): number {
  emit({ type: 'error', message, status: null });
  return 1;
}

function emit(event: RehearsalEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

void main(process.argv.slice(2))
  .catch((error: unknown) => fail(String(error)))
  .then((code) => {
    process.exitCode = code;
  });
