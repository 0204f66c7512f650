import {
  LanguageModelTextPart,
  LanguageModelToolResult,
  MarkdownString,
  type CancellationToken,
  type PreparedToolInvocation,
} from 'vscode';
import type { App } from '../../app/app.ts';
import { escapeMarkdown } from '../../app/views/treeNode.ts';
import { delegateTool } from '../../protocol/delegateTool.ts';
import { lookTools, type LookAnswer, type LookCommand } from '../../protocol/lookTools.ts';
import { inputTrouble } from '../../protocol/toolInput.ts';
import type { ChatTool } from '../ids.ts';
import { sentenceOf, t } from '../translate.ts';
import { delegateForChat } from './delegate.ts';

/** What the tools of the editor's chat do, once the engine is there. */
export interface ChatTools {
  prepare(tool: ChatTool, input: unknown): PreparedToolInvocation;
  /** Throws a sentence that a model can act on. */
  invoke(tool: ChatTool, input: unknown, token: CancellationToken): Promise<LanguageModelToolResult>;
}

const result = (text: string): LanguageModelToolResult =>
  new LanguageModelToolResult([new LanguageModelTextPart(text)]);

/** Whoever confirms sees who gets what to do, and which files it may change. */
const prepareDelegation = (input: unknown): PreparedToolInvocation => {
  const invocationMessage = t('Delegating a job');
  const read = delegateTool.input.safeParse(input);
  if (!read.success) return { invocationMessage };
  const { prompt, role, session, claims = [] } = read.data;
  // It is refused with a sentence for the model: no person is asked about what can’t be done.
  if (role === undefined && session === undefined) return { invocationMessage };
  const files =
    claims.length === 0 ? t('It may change no file.') : t('It may change: {files}', { files: claims.join(', ') });
  const words = [t('To {doer}:', { doer: session ?? role ?? '' }), prompt, files];
  return {
    invocationMessage,
    confirmationMessages: {
      title: t('Delegate this job to an agent?'),
      message: new MarkdownString(words.map(escapeMarkdown).join('\n\n')),
    },
  };
};

const delegate = async (app: App, input: unknown, token: CancellationToken): Promise<LanguageModelToolResult> => {
  const read = delegateTool.input.safeParse(input);
  if (!read.success) throw new Error(inputTrouble(delegateTool, input));
  if (token.isCancellationRequested) throw new Error(t('Nothing was delegated.'));
  const done = await delegateForChat(app, read.data);
  if (!done.ok) throw new Error(`${sentenceOf(done.error)} [${done.error.code}]`);
  const { id, session, status } = done.value;
  return result(JSON.stringify({ job: id, session, status, next: 'Look at it with mam_read_job.' }));
};

/** They look, and hand a job over once a person has confirmed it; approving, taking over and shipping are no tools. */
export const createChatTools = (app: App, look: (command: LookCommand) => Promise<LookAnswer>): ChatTools => ({
  prepare: (tool, input) =>
    tool === delegateTool.name
      ? prepareDelegation(input)
      : { invocationMessage: t('Looking at MAM ({tool})', { tool }) },
  invoke: async (tool, input, token) => {
    if (tool === delegateTool.name) return delegate(app, input, token);
    const found = lookTools.find(({ name }) => name === tool);
    if (found === undefined) throw new Error(`There is no tool ${tool}.`);
    const asked = found.command(input);
    if (asked === null) throw new Error(inputTrouble(found, input));
    const { text, isError } = await look(asked);
    if (isError) throw new Error(text);
    return result(text);
  },
});
