import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNodeFiles } from '../../../src/adapters/files/nodeFiles.ts';
import { auditFolder } from '../../../src/app/auditFolder.ts';
import { createPrivacy } from '../../../src/core/privacy/privacy.ts';
import { privacyConfig } from '../../builders/privacy.ts';
import { writeSpoolFile } from '../../../src/cli/spoolFile.ts';
import { queueText } from '../../builders/queueText.ts';
import { until as untilTrue } from '../../until.ts';
import { describeState, makeRepository, openTestApp, rehearse, until } from './support.ts';

const person = { kind: 'person', id: 'test' } as const;
/** Put together here, so that no file of the project holds what looks like a secret. */
const secret = `ghp_${'aB3xY9kQ7mN2'.repeat(3)}`;
const mark = (name: string): string => `-----${name} ${['PRIVATE', 'KEY'].join(' ')}-----`;
const keyBody = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC';
const privateKey = `${mark('BEGIN')}\n${keyBody}\n${keyBody}\n${mark('END')}`;

/** What leaks in every lane: a line that is no event, an event, error output, a key on many lines, a torn last line. */
const leaks = [
  { print: `token ${secret}` },
  { print: privateKey },
  { say: `I found\n${secret}\nthere` },
  { stderr: `${privateKey}\nwarning: ${secret}` },
];
const scenes = [
  {
    on: { kind: 'implement', attempt: 1 },
    steps: [...leaks, { write: 'notes/data.bin', text: `\0\x01${secret}\0` }, { report: `Wrote ${secret}.` }],
  },
  {
    on: { kind: 'implement' },
    steps: [
      ...leaks,
      { delete: 'notes/data.bin' },
      { delete: 'notes/old.bin' },
      { write: 'notes/kept.md', text: `changed\nkey = ${secret}\n` },
      { report: `Removed ${secret}.\n${privateKey}` },
    ],
  },
  { on: { kind: 'review' }, steps: [...leaks, { verdict: 'pass', summary: `I saw ${secret}.` }] },
];
/** The agent's script spells the secrets by numbers: they are the agent's, and nothing that a person wrote into the task. */
const script = JSON.stringify(scenes)
  .replaceAll('ghp_', String.raw`\u0067hp_`)
  .replaceAll('MIIEv', String.raw`\u004dIIEv`)
  .replaceAll('-----BEGIN', String.raw`\u002d----BEGIN`);

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('secrets that agents and checks come across', () => {
  it('reach nothing that MAM keeps', async function () {
    this.timeout(90_000);
    const repository = makeRepository({
      'tasks/queue.md': queueText({
        id: 'T-2026-0001',
        claims: '`notes/**`',
        checks: ['cat notes/kept.md'],
        goal: `Tidy.\n\n\`\`\`rehearsal\n${script}\n\`\`\``,
      }),
      'notes/kept.md': `one\nkey = ${secret}\nold = ${secret}\n${privateKey}\n`,
      'notes/old.bin': `\0${secret}`,
    });
    const { root } = repository;
    const app = await openTestApp(root);
    try {
      const started = await app.startLoop({ ...rehearse, limit: 1, allowedChecks: [['cat', 'notes/kept.md']] }, person);
      assert.ok(started.ok, started.ok ? '' : started.error.code);
      await until(app, ({ state }) => Object.values(state.runs).some((run) => run.ask !== null));
      const asked = Object.values(app.state.runs)[0]?.ask;
      assert.equal(asked?.kind === 'problem' && asked.problem.code, 'patch.secret', describeState(app));

      const spool = join(root, '.git/mam/spool');
      const beat = { v: 1, type: 'heartbeat', session: secret, role: secret, task: null, status: secret } as const;
      const written = await writeSpoolFile(spool, { ...beat, agent: secret }, secret, Date.now());
      assert.ok(written.ok);
      const raw = [JSON.stringify({ ...beat, session: 'other', agent: secret }), `broken ${secret}`];
      raw.forEach((text, index) => {
        writeFileSync(join(spool, `.${index}.tmp`), text);
        renameSync(join(spool, `.${index}.tmp`), join(spool, `${index}-raw.json`));
      });
      const count = (folder: string): number => filesBelow(join(spool, folder)).length;
      await untilTrue('the spool to be taken', () => count('done') === 2 && count('refused') === 1, 20_000);

      const resumed = await app.dispatch({ type: 'resumeLoop' }, person);
      assert.ok(resumed.ok, resumed.ok ? '' : resumed.error.code);
      await until(app, ({ state }) => Object.values(state.runs)[0]?.phase === 'waiting');
      await until(app, ({ state }) => Object.values(state.loops).every((loop) => loop.state === 'ended'));
    } finally {
      await app.close();
    }
    try {
      const kept = [join(root, '.git/mam'), join(root, '.mam'), join(root, 'reports')].flatMap(filesBelow);
      // What is searched must be what the agents said: an empty folder would hold no secret either.
      for (const part of ['/stdout.jsonl', '/stderr.log', '/brief.md', '/report.md', '/done/', '/refused/'])
        assert.ok(
          kept.some((path) => path.includes(part)),
          part,
        );
      assert.ok(kept.some((path) => path.endsWith('/stdout.jsonl') && /redacted/.test(readFileSync(path, 'utf8'))));
      const reports = join(root, 'reports/agent_loop');
      const audited = await auditFolder(
        createNodeFiles({ roots: [root] }),
        reports,
        createPrivacy({ ...privacyConfig, root }),
      );
      assert.ok(filesBelow(reports).length > 10);
      assert.deepEqual(audited, { findings: [], unreadable: [] });
      const leaking = kept.filter((path) => {
        const bytes = readFileSync(path);
        return path.includes(secret) || bytes.includes(secret) || bytes.includes(keyBody);
      });
      assert.deepEqual(
        leaking.map((path) => path.slice(root.length)),
        [],
      );
    } finally {
      await repository.dispose();
    }
  });
});
