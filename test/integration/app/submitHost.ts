// `submitHost ROOT SESSION COUNT`: a host of its own that hands in COUNT jobs with fixed ids as soon as it is told to, and
// prints those that it was first with, and from when to when it was at it.
import { once } from 'node:events';
import { openTestApp } from './support.ts';

const [root = '', session = '', count = '0'] = process.argv.slice(2);
const app = await openTestApp(root, {});
process.stdout.write('open\n');
await once(process.stdin, 'data');
const won: string[] = [];
const from = Date.now();
for (let n = 0; n < Number(count); n += 1) {
  const submitted = await app.delegation.submit(
    {
      id: `job-${n}`,
      session,
      agent: null,
      kind: 'work',
      role: null,
      prompt: 'Say hello.',
      workdir: null,
      claims: [],
      outside: false,
      timeoutMs: 0,
      idleTimeoutMs: 0,
      expectedArtifacts: [],
      task: null,
      queue: true,
    },
    { kind: 'person', id: 'test' },
  );
  if (submitted.ok) won.push(submitted.value.id);
  else if (submitted.error.code !== 'job.exists') process.stdout.write(`problem ${submitted.error.code}\n`);
}
process.stdout.write(`${JSON.stringify({ won, from, to: Date.now() })}\n`);
process.stdin.destroy();
await app.close();
