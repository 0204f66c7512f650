import { window } from 'vscode';
import { problem } from '../../base/problem.ts';
import { poolLines } from '../../app/views/poolWords.ts';
import { mostAtOnce, pooledLoop } from '../../core/poolTune/setPool.ts';
import { poolSize } from '../../core/poolTune/poolSize.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { dispatch } from './dispatch.ts';

/** A whole number in the bounds of the core, which refuses every other one too. */
const isSize = (typed: string): boolean => /^[1-9]\d*$/.test(typed) && Number(typed) <= mostAtOnce;

/** Says how many tasks of the running loop are at work at once; what is in flight goes on. */
export const createSetPool =
  (deps: CommandDeps): CommandHandler =>
  async () => {
    const loop = pooledLoop(deps.app.state);
    if (!loop) {
      void showProblem(problem('pool.noneRuns', 'No loop on the queue is running. Start one first.'));
      return;
    }
    const typed = await window.showInputBox({
      title: t('How many at once?'),
      prompt: poolLines({ t }, loop).join(' '),
      value: String(poolSize(loop)),
      validateInput: (text) =>
        isSize(text.trim()) ? undefined : t('A loop works on 1 to {most} tasks at once.', { most: mostAtOnce }),
    });
    if (typed !== undefined) await dispatch(deps, { type: 'setPool', size: Number(typed.trim()) });
  };
