import { isoSeconds } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { judgeSights } from '../../core/agentSession/judge.ts';
import { backends, type Backend } from '../../core/agentSession/types.ts';
import type { State } from '../../core/state.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Ports } from '../ports.ts';
import { createEvidence } from './evidence.ts';
import { createTranscriptCare } from './followTranscripts.ts';
import { lookAtPlace, newMemory, type Memory } from './look.ts';
import { announcedMs, hookedMs, nextLookMs } from './pace.ts';
import { isWatched, type WatchedSession } from './watched.ts';

/** Watches the places of agent sessions and gathers evidence. It decides nothing, and only the owner's watches. */
export interface SessionWatch extends Disposable {
  /** Watches what lives by this state; nothing at all where nothing lives. */
  follow(state: State): void;
  /** Resolves when no look is under way and what was seen is handed over. */
  settled(): Promise<void>;
}

interface Deps {
  readonly ports: Pick<Ports, 'terminals' | 'signs' | 'machine' | 'clock' | 'log'>;
  readonly orchestrator: Orchestrator;
}

/** A session's process that is watched. */
interface Post {
  session: WatchedSession;
  readonly memory: Memory;
  dueMs: number;
  /** When anything about it changed last, and when it was looked at last. */
  changedMs: number;
  lookedMs: number;
}

/** Looks under way at once. */
const mostLooks = 4;
/** Milliseconds to which looks are put off so that one waking serves many. */
const gridMs = 500;

export function createSessionWatch({ ports, orchestrator }: Deps): SessionWatch {
  const { clock, log, terminals, signs, machine } = ports;
  const evidence = createEvidence({ orchestrator, clock, log });
  const failed = (error: unknown): void => log.error('a look at a session failed', { reason: String(error) });
  const transcripts = createTranscriptCare(
    signs,
    (session) => orchestrator.state.agentSessions[session],
    evidence,
    clock,
    failed,
  );
  const posts = new Map<string, Post>();
  const watching = new Map<Backend, Disposable>();
  let timer: Disposable | null = null;
  let wakesMs = Infinity;
  let looking: Promise<void> | null = null;
  let disposed = false;
  let followed: State['agentSessions'] | null = null;

  const wakeAt = (dueMs: number): void => {
    const onGrid = Math.ceil(dueMs / gridMs) * gridMs;
    if (onGrid >= wakesMs) return;
    timer?.dispose();
    wakesMs = onGrid;
    timer = clock.after(Math.max(0, onGrid - clock.now()), () => {
      timer = null;
      wakesMs = Infinity;
      looking ??= lookAtDue()
        .catch(failed)
        .finally(() => {
          looking = null;
          wakeForNext();
        });
    });
  };
  const wakeForNext = (): void => {
    let next = Infinity;
    for (const { dueMs } of posts.values()) next = Math.min(next, dueMs);
    if (next !== Infinity) wakeAt(next);
  };
  const lookAtDue = async (): Promise<void> => {
    const now = clock.now();
    const due = [...posts.values()].filter(({ dueMs }) => dueMs <= now).values();
    const lookOn = async (): Promise<void> => {
      for (const post of due) await lookAt(post).catch(failed);
    };
    await Promise.all(Array.from({ length: mostLooks }, lookOn));
  };
  const lookAt = async (post: Post): Promise<void> => {
    // It may have ended while others were looked at; what is begun for it now nobody would end.
    if (posts.get(post.session.id) !== post) return;
    const place = terminals[post.session.backend];
    const now = clock.now();
    post.lookedMs = now;
    post.dueMs = Infinity;
    let soon = false;
    try {
      transcripts.seek(post.session);
      soon = await lookAtPlace(post.session, place, post.memory, now, { signs, evidence, machine });
      await evidence.settled();
    } finally {
      // A look that failed is followed by another one.
      const judged = judgeSights(post.session.sights, isoSeconds(now));
      const pace = nextLookMs(post.session, judged, place?.offers.screen === true, now - post.changedMs);
      post.dueMs = Math.min(post.dueMs, now + (soon ? announcedMs : pace));
    }
  };
  /** Something was announced of a place: it is looked at as soon as it was not looked at just now. */
  const stir = (post: Post): void => {
    post.memory.moved = true;
    const gapMs = post.session.sights.hook === undefined ? announcedMs : hookedMs;
    post.dueMs = Math.min(post.dueMs, Math.max(clock.now(), post.lookedMs + gapMs));
    if (looking === null) wakeAt(post.dueMs);
  };
  const watch = (backend: Backend): void => {
    const isUsed = [...posts.values()].some(({ session }) => session.backend === backend);
    if (!isUsed) {
      watching.get(backend)?.dispose();
      watching.delete(backend);
    } else if (!watching.has(backend)) {
      const disposable = terminals[backend]?.watch((handle) => {
        for (const post of posts.values())
          if (post.session.backend === backend && (handle === null || handle === post.session.handle)) stir(post);
      });
      if (disposable) watching.set(backend, disposable);
    }
  };
  const drop = (id: string): void => {
    posts.delete(id);
    transcripts.drop(id);
  };
  const follow = (sessions: State['agentSessions']): void => {
    if (sessions === followed) return;
    followed = sessions;
    for (const [id, post] of posts) {
      const session = sessions[id];
      if (!session || !isWatched(session) || session.generation !== post.session.generation) drop(id);
    }
    const now = clock.now();
    for (const session of Object.values(sessions)) {
      if (!isWatched(session)) continue;
      const post = posts.get(session.id);
      if (post === undefined)
        posts.set(session.id, { session, memory: newMemory(), dueMs: now, changedMs: now, lookedMs: -Infinity });
      else if (post.session !== session) {
        if (post.session.conversation !== session.conversation) transcripts.seek(session);
        post.session = session;
        post.changedMs = now;
        post.dueMs = Math.min(post.dueMs, post.lookedMs + announcedMs);
      }
    }
    for (const backend of backends) watch(backend);
    if (looking === null) wakeForNext();
  };
  return {
    follow: ({ agentSessions }) => follow(disposed ? {} : agentSessions),
    async settled() {
      for (let under = looking; under !== null; under = looking) await under;
      await evidence.settled();
    },
    dispose() {
      disposed = true;
      follow({});
      timer?.dispose();
      timer = null;
      evidence.dispose();
    },
  };
}
