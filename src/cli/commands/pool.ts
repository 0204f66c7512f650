import { poolLines } from '../../app/views/poolWords.ts';
import { currentLoop } from '../../app/views/select.ts';
import { pooledLoop } from '../../core/poolTune/setPool.ts';
import { problem } from '../../base/problem.ts';
import { exit } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { printable } from '../paint.ts';
import { poolData } from '../poolData.ts';
import { fail } from '../tell.ts';
import { json, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const pool: Verb = {
  name: 'pool',
  summary: 'Show or say how many tasks of the running loop are at work at once',
  positional: '[N]',
  positionals: [0, 1],
  options: { json },
  run: async (cli, call) => {
    const [wanted] = call.positionals;
    if (wanted !== undefined) {
      const refused = needPerson(cli, 'pool');
      if (refused) return fail(cli, refused, exit.blocked);
      if (!/^\d+$/.test(wanted))
        return fail(cli, problem('cli.badPool', '{value} is no number of tasks.', { value: wanted }), exit.usage);
    }
    return withApp(cli, { mirrorOnly: true }, async (app) => {
      if (wanted !== undefined) {
        const set = await app.dispatch({ type: 'setPool', size: Number(wanted) }, cli.actor);
        if (!set.ok) return fail(cli, set.error, set.error.code === 'pool.badSize' ? exit.usage : exit.blocked);
      }
      const loop = pooledLoop(app.state) ?? currentLoop(app.state);
      if (call.flag('json')) cli.terminal.out(JSON.stringify(loop === null ? null : poolData(loop)));
      else
        for (const line of loop === null ? [cli.t('none was started yet')] : poolLines(cli, loop))
          cli.terminal.out(printable(line));
      return exit.done;
    });
  },
};
