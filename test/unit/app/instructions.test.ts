import assert from 'node:assert/strict';
import { composeBrief } from '../../../src/app/brief.ts';
import { attemptBrief } from '../../../src/app/delegation/attemptBrief.ts';
import { instructions } from '../../../src/app/instructions.ts';
import { CoreWorld } from '../../builders/core.ts';
import { DelegatedWorld } from '../../builders/delegatedWorld.ts';
import { delegatedJob } from '../../builders/delegatedJob.ts';

const bin = `/it's a "bin"/AKIAIOSFODNN7EXAMPLE`;
const program = `'/it'\\''s a "bin"/AKIAIOSFODNN7EXAMPLE/mam'`;
const files = {
  pass: '/p/pass.json',
  report: '/p/report.md',
  folder: '/p',
  brief: '/p/brief.md',
  manifest: '/p/m.json',
};
const commands = (brief: string): readonly string[] =>
  brief.split('\n').flatMap((line) => /\/mam'? event (\w+)/.exec(line)?.[1] ?? []);

describe('what an agent is told of saying how its job goes', () => {
  it('is one text, by a file in a session and by its environment in a lane', () => {
    const lane = instructions({ kind: 'lane', bin, about: 'what you changed' });
    const session = instructions({ kind: 'file', bin, ...files });
    assert.deepEqual(commands(lane), ['progress', 'error']);
    assert.deepEqual(commands(session), ['started', 'progress', 'permission_required', 'error', 'completed']);
    assert.ok(lane.includes(`${program} event progress --text `), lane);
    assert.ok(session.includes(`${program} event progress --pass /p/pass.json --text `), session);
    assert.match(lane, /Your last message is your report, and no file: say in short what you changed\.$/);
  });

  it('stands in the brief of a writer and of a delegated job, with its paths as they are', () => {
    const world = new CoreWorld().start().playUntil('runLane');
    const writer = composeBrief(world.state, world.run().jobs[0]!, null, bin);
    assert.ok(
      writer.includes(instructions({ kind: 'lane', bin, about: 'what you changed, and what you could not do' })),
    );
    const delegated = attemptBrief(delegatedJob(), 1, files, bin);
    assert.ok(delegated.includes(instructions({ kind: 'file', bin, ...files })));
  });

  it('gives a delegated job the words of the person, byte for byte', () => {
    const prompt = ' Read /home/me/spec.md, C:\\Users\\kim\\a.txt and secrets/x.env; ssn: 1\n\n\task kim@example.org\n';
    const world = new DelegatedWorld().session().submit('j1', { prompt });
    const brief = attemptBrief(world.state.delegations['j1']!, 1, files, bin);
    assert.ok(brief.includes(`## What is asked\n\n${prompt}`), brief);
  });

  it('asks whoever may only look for a report, and names no command', () => {
    const world = new CoreWorld().start().playUntil();
    const reader = composeBrief(
      world.state,
      world.run().jobs.find(({ kind }) => kind === 'review')!,
      null,
    );
    assert.deepEqual(commands(reader), []);
    assert.match(reader, /## Report\n\nYour last message is your report.*verdict\./);
  });
});
