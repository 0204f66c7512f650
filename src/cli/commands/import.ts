import { problemData } from '../../base/problem.ts';
import { resolve } from 'node:path';
import { exit, type Cli } from '../cli.ts';
import type { LedgerImport } from '../../app/importLedger.ts';
import { needPerson } from '../needPerson.ts';
import { fail, words } from '../tell.ts';
import { json, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const importVerb: Verb = {
  name: 'import',
  summary: 'Take over the ledger of another tool, or put it aside',
  positional: '',
  positionals: [0, 0],
  options: {
    from: { kind: 'text', value: 'FOLDER', summary: 'Where the ledger is; reports/agent_loop/active otherwise' },
    'put-aside': { kind: 'flag', value: '', summary: 'Take nothing over, only put the old ledger aside' },
    json,
  },
  run: async (cli, call) => {
    const refused = needPerson(cli, 'import');
    if (refused) return fail(cli, refused, exit.blocked);
    return withApp(cli, { effects: ['inspectLease'] }, async (app) => {
      if (call.flag('put-aside')) {
        const aside = await app.startFresh(cli.actor);
        if (!aside.ok) return fail(cli, aside.error, exit.blocked);
        cli.terminal.out(call.flag('json') ? '{"imported":false}' : cli.t('The old ledger is in .mam/backups now.'));
        return exit.done;
      }
      const from = call.text('from');
      const done = await app.importLedger(from === null ? null : resolve(cli.cwd, from), cli.actor);
      if (!done.ok) return fail(cli, done.error, isUsage(done.error.code) ? exit.usage : exit.blocked);
      if (call.flag('json')) cli.terminal.out(JSON.stringify(asJson(done.value)));
      else for (const line of asLines(cli, done.value)) cli.terminal.out(line);
      return exit.done;
    });
  },
};

/** A folder that can't be meant is wrong usage; a ledger that can't be read is a finding. */
const isUsage = (code: string): boolean => code === 'import.folderOutside';

const asJson = ({ imported, kept, ledger, warnings }: LedgerImport) => ({
  imported,
  kept,
  topology: ledger.topology,
  sessions: ledger.sessions.length,
  work_units: ledger.units.reduce((sum, unit) => sum + unit.wu, 0),
  completed: ledger.completed,
  deferred: ledger.deferred,
  leases: ledger.leases.map(({ task, branch, claims, state }) => ({ task, branch, claims, state })),
  events: ledger.events,
  warnings: warnings.map(problemData),
});

const asLines = (cli: Cli, { imported, kept, ledger, warnings }: LedgerImport): readonly string[] => [
  imported ? cli.t('The ledger is taken over.') : cli.t('The same ledger was taken over before; nothing was added.'),
  cli.t('Sessions: {sessions} · done: {completed} · set aside: {deferred} · leases: {leases} · events: {events}', {
    sessions: ledger.sessions.length,
    completed: ledger.completed.length,
    deferred: ledger.deferred.length,
    leases: ledger.leases.length,
    events: ledger.events,
  }),
  cli.t('Its files are in {folder}.', { folder: kept }),
  ...warnings.map((warning) => words(cli, warning)),
];
