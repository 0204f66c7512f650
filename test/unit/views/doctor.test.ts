import assert from 'node:assert/strict';
import { finding } from '../../../src/app/doctor/finding.ts';
import { doctorDescription, doctorView, findingId } from '../../../src/app/views/doctor.ts';
import { reader } from '../../builders/scene.ts';

const fine = finding('ok', 'Log', '12 events, whole');
const gone = finding('warn', 'Worktrees', 'The folder `/w` is gone.', ['mam', 'worktree', 'remove', '/w w']);
const missing = finding('warn', 'Agent', 'It was not found.');
const full = finding('fail', 'Disk', '0.0 GB free.');

const rows = (...[findings, looking = false]: [Parameters<typeof doctorView>[1]['findings'], boolean?]) =>
  doctorView(reader(), { findings, looking });

describe('the doctor’s view', () => {
  it('is empty before the first look, and says when it looks', () => {
    assert.deepEqual(rows(null), []);
    assert.deepEqual(
      rows(null, true).map(({ label, icon }) => [label, icon]),
      [['Looking…', 'loading~spin']],
    );
    assert.deepEqual(
      rows([full], true).map(({ label }) => label),
      ['Looking…', 'Disk'],
    );
  });

  it('shows what is wrong first, with its remedy, and the rest below one row', () => {
    const [worst, first, second, rest, ...more] = rows([fine, missing, gone, full]);
    assert.ok(worst && first && second && rest);
    assert.deepEqual(
      [worst, first, second, rest].map(({ label, icon, tone, contextValue }) => [label, icon, tone, contextValue]),
      [
        ['Disk', 'error', 'bad', 'finding'],
        ['Worktrees', 'warning', 'attention', 'finding.remedy'],
        ['Agent', 'warning', 'attention', 'finding'],
        ['As it should be: 1', 'pass', 'none', 'doctor'],
      ],
    );
    assert.deepEqual(first.action?.args, [findingId(gone)]);
    assert.deepEqual([first.subject.finding, second.action], [findingId(gone), null]);
    assert.match(first.tooltip, /`mam worktree remove '\/w w'`$/);
    assert.deepEqual(
      rest.children.map(({ label, description }) => [label, description]),
      [['Log', '12 events, whole']],
    );
    assert.deepEqual(more, []);
    assert.equal(doctorDescription(reader(), { looking: false, findings: [fine, gone, full] }), '2 to look at');
  });

  it('says that nothing is wrong where nothing is', () => {
    assert.deepEqual(
      rows([fine]).map(({ label }) => label),
      ['Everything is as it should be'],
    );
    assert.equal(doctorDescription(reader(), { looking: false, findings: [fine] }), '');
    assert.equal(doctorDescription(reader(), { looking: false, findings: null }), '');
  });
});
