import type { Settings } from '../../../src/protocol/settings.ts';
import { openTestApp } from '../app/support.ts';

// A host of its own that can be killed: `ownerHost.ts ROOT SETTINGS SESSION`. It opens the application, hands a job to the
// session and prints a line of JSON whenever the job's state changes.
const [root = '', settings = '{}', session = ''] = process.argv.slice(2);
const { HOME, XDG_STATE_HOME, TMPDIR, PATH } = process.env;
const chosen: Partial<Settings> = JSON.parse(settings);
const app = await openTestApp(root, chosen, {
  PATH: PATH ?? '',
  HOME: HOME ?? '',
  XDG_STATE_HOME: XDG_STATE_HOME ?? '',
  TMPDIR: TMPDIR ?? '',
});
let said = '';
app.onDidChange(() => {
  const [job] = Object.values(app.state.delegations);
  const line = JSON.stringify({ job: job?.id, delivery: job?.attempts[0]?.delivery.kind, status: job?.status });
  if (line !== said) process.stdout.write(`${line}\n`);
  said = line;
});
const submitted = await app.delegation.submit(
  {
    id: null,
    session,
    agent: null,
    kind: 'work',
    role: null,
    prompt: 'Do it.',
    workdir: null,
    claims: [],
    outside: false,
    timeoutMs: 0,
    idleTimeoutMs: 0,
    expectedArtifacts: [],
    task: null,
    queue: false,
  },
  { kind: 'person', id: 'ann' },
);
if (!submitted.ok) throw new Error(submitted.error.code);
