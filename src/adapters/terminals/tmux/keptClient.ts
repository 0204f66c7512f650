import type { Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { noAnswer, refused, type TmuxClient } from './client.ts';
import type { ControlChannel } from './controlChannel.ts';

type Commands = readonly (readonly string[])[];

/** Asks tmux for what is needed all the time: over a connection that is there anyway, or else by a process. */
export interface KeptClient {
  /** Only looks; null where no server runs. */
  look(commands: Commands): Promise<Result<string | null, Problem>>;
  /** Does something to a session, once. `text` is what the buffer of this name holds then. */
  act(
    handle: string,
    commands: Commands,
    paste?: { readonly buffer: string; readonly text: string },
  ): Promise<Result<string | null, Problem>>;
}

/** `channelOf`: a connection that is open to a session, or to any one for null. */
export function createKeptClient(
  client: TmuxClient,
  channelOf: (handle: string | null) => ControlChannel | null,
): KeptClient {
  return {
    async look(commands) {
      const channel = channelOf(null);
      const answer = channel && (await channel.ask(commands));
      // It may have ended with its session, which says nothing of the others.
      if (!answer || (!answer.ok && answer.error.kind === 'lost')) return client.call(commands);
      return answer.ok ? answer : err(answer.error.kind === 'silent' ? noAnswer() : refused(answer.error.reason));
    },
    async act(handle, commands, paste) {
      const channel = channelOf(handle);
      // An empty buffer is none to tmux, and the process says so.
      if (!channel || paste?.text === '') {
        const load = paste ? [['load-buffer', '-b', paste.buffer, '-']] : [];
        return client.call([...load, ...commands], paste?.text);
      }
      const fill = paste ? [['set-buffer', '-b', paste.buffer, '--', paste.text]] : [];
      const answer = await channel.ask([...fill, ...commands]);
      if (answer.ok) return ok(answer.value);
      // Nobody knows whether it was done, so it is not done again.
      return err(answer.error.kind === 'refused' ? refused(answer.error.reason) : noAnswer());
    },
  };
}
