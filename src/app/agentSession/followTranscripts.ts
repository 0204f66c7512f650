import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { lagMs } from '../../core/agentSession/judge.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import type { SessionSigns, TranscriptWord } from '../ports/sessionSigns.ts';
import type { Evidence, WatchedProcess } from './evidence.ts';

interface Following {
  readonly conversation: string;
  /** Null while its file is looked for. */
  file: Disposable | null;
  disposed: boolean;
  /** Says once more that its turn is over. */
  again: Disposable | null;
}

/** Follows the transcripts of sessions from when their files are there. */
export interface TranscriptCare {
  /** Looks for the file of a session's conversation, unless it is followed already. */
  seek(session: AgentSession): void;
  drop(session: string): void;
}

export function createTranscriptCare(
  signs: Pick<SessionSigns, 'follow'>,
  /** A session as it is now: what is said of it comes long after its file was found. */
  now: (session: string) => AgentSession | undefined,
  evidence: Evidence,
  clock: Clock,
  onFailure: (error: unknown) => void,
): TranscriptCare {
  const followed = new Map<string, Following>();
  const drop = (session: string): void => {
    const following = followed.get(session);
    followed.delete(session);
    if (!following) return;
    following.disposed = true;
    following.file?.dispose();
    following.again?.dispose();
  };
  /** The end of a turn that comes just after a hook may be that of the turn before; one that stays is not. */
  const tell = (following: Following, of: WatchedProcess, { activity, ...besides }: TranscriptWord): void => {
    following.again?.dispose();
    following.again = null;
    // Hooks say what is asked, and in which words.
    if (following.disposed || (activity.kind === 'needsYou' && now(of.session)?.sights.hook)) return;
    evidence.sight(of, 'transcript', activity, besides);
    if (activity.kind === 'idle')
      following.again = clock.after(lagMs + 1000, () => evidence.sight(of, 'transcript', activity));
  };
  return {
    drop,
    seek(session) {
      const { id, generation, agent, cwd, conversation } = session;
      if (conversation === null) return;
      const key = `${generation}.${conversation}`;
      if (followed.get(id)?.conversation === key) return;
      drop(id);
      const following: Following = { conversation: key, file: null, disposed: false, again: null };
      followed.set(id, following);
      void signs
        .follow({ agent, conversation, cwd, resumed: generation > 1 }, (word) =>
          tell(following, { session: id, generation }, word),
        )
        .then((file) => {
          following.file = file;
          if (following.disposed) file?.dispose();
          else if (file === null) followed.delete(id);
        })
        .catch((error: unknown) => {
          if (followed.get(id) === following) followed.delete(id);
          onFailure(error);
        });
    },
  };
}
