import { leaseWords } from '../../app/views/leaseWords.ts';
import { leaseName } from '../../core/lease/facts.ts';
import { exit, type Cli } from '../cli.ts';
import { pad, printable } from '../paint.ts';
import type { Call } from '../verb.ts';
import { viewContext } from '../viewContext.ts';
import { withApp } from '../withApp.ts';
import { leaseData } from './leaseData.ts';

/** Room for the longest word of a state and a blank. */
const wordWidth = 18;

export const listLeases = (cli: Cli, call: Call): Promise<number> =>
  withApp(cli, { mirrorOnly: true }, async (app) => {
    const { state } = app;
    const leases = Object.values(state.leases).toSorted((a, b) => a.epoch - b.epoch);
    if (call.flag('json')) {
      cli.terminal.out(JSON.stringify({ leases: leases.map((lease) => leaseData(state, lease)) }));
      return exit.done;
    }
    if (leases.length === 0) cli.terminal.out(cli.t('Nothing is leased here now.'));
    const ctx = viewContext(cli, app);
    for (const lease of leases) {
      const { word, more } = leaseWords(ctx, state, lease, app.awakeMs());
      const { paint } = cli.terminal;
      const shown = pad(word, wordWidth);
      cli.terminal.out(
        `${lease.state === 'recovery-needed' ? paint.warn(shown) : shown}${paint.bold(leaseName(state, lease))}`,
      );
      cli.terminal.out(`${' '.repeat(wordWidth)}${printable(more.join(', '))}`);
      cli.terminal.out(`${' '.repeat(wordWidth)}${printable(lease.claims.join(', '))}`);
    }
    return exit.done;
  });
