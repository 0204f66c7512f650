import { window, workspace } from 'vscode';
import type { StartRequest } from '../../app/loopOptions.ts';
import { lanePlanText } from '../../app/views/lanePlanText.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import type { CommandDeps } from './deps.ts';

/** Opens what a start would run, lane by lane; nothing is started. */
export const showPlan = async ({ app }: CommandDeps, request: StartRequest): Promise<void> => {
  const plan = await app.planLanes(request);
  if (!plan.ok) return showProblem(plan.error);
  const content = lanePlanText(t, plan.value);
  await window.showTextDocument(await workspace.openTextDocument({ content, language: 'markdown' }));
};
