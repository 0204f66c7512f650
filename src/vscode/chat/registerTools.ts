import { lm } from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import type { OpenedEngine } from '../engine.ts';
import type { EngineLink } from '../engineLink.ts';
import { phaseSentence } from '../explainPhase.ts';
import { chatTools } from '../ids.ts';
import { sentenceOf } from '../translate.ts';

/** The engine, or a reason that a model can pass on. */
const engineOf = async (link: EngineLink): Promise<OpenedEngine> => {
  const engine = await link.need();
  if (engine !== null) return engine;
  throw new Error(link.problem === null ? phaseSentence(link.phase) : sentenceOf(link.problem));
};

/** Offers the tools of the editor's own chat; what they do comes with the engine. An editor without a chat is offered nothing. */
export const registerTools = (link: EngineLink): Disposable => {
  const store = new DisposableStore();
  // Editors that are built on an older VS Code have no such function.
  const register: typeof lm.registerTool | undefined = lm?.registerTool;
  if (register === undefined) return store;
  for (const tool of chatTools)
    store.add(
      register.call(lm, tool, {
        prepareInvocation: async ({ input }) => (await engineOf(link)).chatTools.prepare(tool, input),
        invoke: async ({ input }, token) => (await engineOf(link)).chatTools.invoke(tool, input, token),
      }),
    );
  return store;
};
