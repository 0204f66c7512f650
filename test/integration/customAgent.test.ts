import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LaneOutcome } from '../../src/core/job/types.ts';
import { customAgents } from '../../src/protocol/customAgents.ts';
import { laneSpec } from '../builders/lane.ts';
import { supervised, type Supervised } from './support/supervised.ts';

const never = new AbortController().signal;
const brief = 'Do it; $(not) `this`.\n\nSecond part.';
const told = (outcome: LaneOutcome): string => (outcome.kind === 'report' ? outcome.text : outcome.problem.code);
const program = (code: string, ...args: readonly string[]): readonly string[] => [
  process.execPath,
  '-e',
  code,
  ...args,
];

const definitions = customAgents.parse([
  {
    id: 'from-stdin',
    argv: program('process.stdout.write("\\u001b[1mRead:\\u001b[0m\\n\\n" + require("fs").readFileSync(0, "utf8"))'),
  },
  {
    id: 'from-file',
    argv: program(
      'const [b, c] = process.argv.slice(1); process.stdout.write(require("fs").readFileSync(b, "utf8") + "|" + (c === "--at=" + process.cwd()))',
      '{brief}',
      '--at={cwd}',
    ),
  },
  {
    id: 'last-message',
    argv: program('console.log("noise"); require("fs").writeFileSync(process.argv[1], "The report.")', '{lastMessage}'),
  },
  {
    id: 'lines',
    argv: program(
      'console.log(JSON.stringify({ type: "message", text: "From a line." })); console.log(JSON.stringify({ type: "done" }))',
    ),
    output: 'jsonl',
  },
  { id: 'failing', argv: program('console.error("Error: HTTP status 503"); process.exit(4)') },
  {
    id: 'variables',
    argv: program('process.stdout.write(String([process.env.MINE, process.env.OTHER]))'),
    env: ['MINE'],
  },
]);

describe('A command of a person', () => {
  let place: Supervised;
  before(async () => {
    place = await supervised({ custom: definitions, env: { ...process.env, MINE: 'mine', OTHER: 'other' } });
  });
  after(() => place.close());

  const run = (agent: string, fullAccess = true): Promise<LaneOutcome> => {
    const cwd = join(place.root, `cwd-${agent}`);
    mkdirSync(cwd, { recursive: true });
    const folder = join(place.root, 'jobs', `${agent}-${fullAccess}`);
    return place.lanes.run(laneSpec({ id: agent, agent, cwd, folder, brief, fullAccess }), never, () => undefined);
  };

  const cases: readonly (readonly [id: string, what: string])[] = [
    ['from-stdin', `Read:\n\n${brief}\n`],
    ['from-file', `${brief}|true\n`],
    ['last-message', 'The report.'],
    ['lines', 'From a line.'],
    ['failing', 'lane.server'],
    ['variables', 'mine,\n'],
  ];
  for (const [id, what] of cases) it(`${id} ends as it should`, async () => assert.equal(told(await run(id)), what));

  it('does nothing without the opt-in, not even reading', async () =>
    assert.equal(told(await run('from-stdin', false)), 'lane.needsFullAccess'));
});
