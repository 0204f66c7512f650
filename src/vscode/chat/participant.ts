import { chat, ThemeIcon, type ChatRequestHandler, type ChatResult } from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import type { ChatAnswer } from '../../app/views/chat.ts';
import type { EngineLink } from '../engineLink.ts';
import { phaseSentence } from '../explainPhase.ts';
import { chatParticipant, commandId, isCommandName } from '../ids.ts';
import { sentenceOf } from '../translate.ts';

interface Answered extends ChatResult {
  readonly metadata: { readonly next: ChatAnswer['next'] };
}

const nextOf = (result: ChatResult): ChatAnswer['next'] => {
  const next: unknown = result.metadata?.['next'];
  return Array.isArray(next) ? next : [];
};

/** Answers questions about MAM from its state, by itself: no model is asked, and nothing starts without a button. */
export const registerParticipant = (link: EngineLink): Disposable => {
  const store = new DisposableStore();
  // Editors without a chat have no such function.
  const create: typeof chat.createChatParticipant | undefined = chat?.createChatParticipant;
  if (create === undefined) return store;

  const answer: ChatRequestHandler = async (request, _context, stream): Promise<Answered> => {
    const engine = await link.need();
    if (engine === null) {
      stream.markdown(link.problem === null ? phaseSentence(link.phase) : sentenceOf(link.problem));
      return { metadata: { next: [] } };
    }
    const { markdown, actions, next } = engine.answer(link.inbox, request);
    stream.markdown(markdown);
    for (const { name, title, args } of actions)
      if (isCommandName(name)) stream.button({ command: commandId(name), title, arguments: [...args] });
    return { metadata: { next } };
  };

  const participant = store.add(create.call(chat, chatParticipant, answer));
  participant.iconPath = new ThemeIcon('shield');
  participant.followupProvider = { provideFollowups: (result) => [...nextOf(result)] };
  return store;
};
