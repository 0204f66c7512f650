import assert from 'node:assert/strict';
import type { Command } from '../../../../src/core/command.ts';
import type { ImportedLease } from '../../../../src/core/ledger/types.ts';
import { CoreWorld } from '../../../builders/core.ts';
import { codeOf, eventsOf, types } from '../../../builders/coreCommands.ts';
import { importedLease, importedLedger } from '../../../builders/foreignLedger.ts';
import { ticked } from '../../../builders/leases.ts';

const taking = (leases: readonly ImportedLease[], events = 0): Command => ({
  type: 'importLedger',
  ledger: importedLedger({ leases, events }),
  kept: 'old',
});

describe('a ledger whose leases are taken over', () => {
  it('is refused by name when a file of them has a holder here', () => {
    const world = ticked({ claims: ['src/**'] });
    const done = world.do(taking([importedLease({ claims: ['docs', 'src/a.ts'] })]));
    assert.ok(!done.ok);
    assert.deepEqual(
      [done.error.code, done.error.params],
      [
        'import.overlap',
        {
          files: 'src/a.ts',
          holder: 't-2026-0001-7-feat-issue-7-implementer',
          lease: 't-2026-0009-feat-old-implementer',
        },
      ],
    );
    assert.deepEqual([world.state.imports, Object.keys(world.state.leases)], [[], ['lease']]);
  });

  it('is refused when two of them hold one file', () =>
    assert.equal(
      codeOf(new CoreWorld(), taking([importedLease(), importedLease({ task: 'T-2026-0008' })])),
      'import.overlap',
    ));

  it('may name what nobody competes for', () => {
    const world = ticked({ claims: ['tasks/queue.md'] });
    assert.equal(codeOf(world, taking([importedLease({ claims: ['tasks/queue.md'] })])), 'ok');
  });

  it('claims a lease once, though its journal grew and it is taken over again', () => {
    const world = new CoreWorld();
    eventsOf(world, taking([importedLease()], 1));
    const again = eventsOf(world, taking([importedLease(), importedLease({ task: null, claims: ['new'] })], 2));
    assert.deepEqual(types(again), ['ledgerImported', 'leaseClaimed']);
    assert.deepEqual(
      Object.values(world.state.leases).map((lease) => [lease.claims, lease.epoch]),
      [
        [['src/a.ts'], 1],
        [['new'], 2],
      ],
    );
  });
});
