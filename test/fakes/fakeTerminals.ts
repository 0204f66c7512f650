import { keyBytes, typedText } from '../../src/adapters/terminals/typed.ts';
import { noAgent, noKey, startStopped } from '../../src/adapters/terminals/problems.ts';
import type { Disposable } from '../../src/base/disposable.ts';
import { Emitter } from '../../src/base/event.ts';
import { problem, type Problem } from '../../src/base/problem.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { PlaceLook, SessionSpec, Showing, Terminals } from '../../src/app/ports/terminals.ts';
import type { Backend } from '../../src/core/agentSession/types.ts';

type AgentLook = Extract<PlaceLook, { kind: 'agent' }>;

/** A session of the fake, as a test sees and changes it. */
export interface FakePlace {
  readonly spec: SessionSpec;
  readonly handle: string;
  look: PlaceLook;
  screen: string;
  /** Typed and not sent yet. */
  line: string;
  /** What the agent was given, each with an Enter. */
  readonly received: string[];
  /** Everything that was typed and pressed: `"text"`, `<Enter>`. */
  readonly strokes: string[];
  /** So many of the next are lost on their way, as in an agent that is still drawing. */
  swallow: { enters: number; pastes: number };
  /** It does not echo what is typed. */
  silent: boolean;
  /** It can't be ended. */
  immortal: boolean;
}

/** Places without a process: a test plays the agent. What a host asks of one handle is answered at once, in order. */
export class FakeTerminals implements Terminals {
  readonly backend: Backend;
  readonly offers: Terminals['offers'];
  /** By handle, also those that are gone. */
  readonly places = new Map<string, FakePlace>();
  /** Where nothing can be used here, and the answer of the next `open`. */
  missing: Problem | null = null;
  refusal: Problem | null = null;
  /** Nobody can tell how anything stands, as with a server that hangs. */
  hidden: Problem | null = null;
  /** Plays the agent: is told what it was given. */
  onReceive: (place: FakePlace, text: string) => void = () => undefined;
  /** Is told when a session was started. */
  onStart: (place: FakePlace) => void = () => undefined;
  readonly shown: string[] = [];
  readonly #changes = new Emitter<string | null>();
  #nextPid = 4000;

  constructor(backend: Backend = 'tmux', offers: Partial<Terminals['offers']> = {}) {
    this.backend = backend;
    this.offers = { screen: true, typing: true, survives: true, ...offers };
  }

  async probe(): Promise<Result<{ readonly version: string }, Problem>> {
    return this.missing ? err(this.missing) : ok({ version: '1.0' });
  }

  async open(spec: SessionSpec, signal: AbortSignal): Promise<Result<{ readonly handle: string }, Problem>> {
    const handle = `place-${spec.id}`;
    if (this.missing) return err(this.missing);
    if (this.hidden) return err(this.hidden);
    if (this.places.has(handle)) return ok({ handle });
    if (signal.aborted) return err(startStopped(spec.name));
    if (this.refusal) return err(this.refusal);
    const process = { pid: (this.#nextPid += 1), startTime: `boot:${this.#nextPid}` };
    const look: AgentLook = { kind: 'agent', process, children: 0, title: null, watched: null };
    const place: FakePlace = {
      spec,
      handle,
      look,
      screen: '',
      line: '',
      received: [],
      strokes: [],
      swallow: { enters: 0, pastes: 0 },
      silent: false,
      immortal: false,
    };
    this.places.set(handle, place);
    this.onStart(place);
    this.#changes.fire(handle);
    return ok({ handle });
  }

  async find(id: string): Promise<Result<string | null, Problem>> {
    if (this.hidden) return err(this.hidden);
    const kind = this.places.get(`place-${id}`)?.look.kind;
    return ok(kind === undefined || kind === 'gone' ? null : `place-${id}`);
  }

  async look(handle: string): Promise<PlaceLook> {
    if (this.hidden) return { kind: 'unobservable', problem: this.hidden };
    return this.places.get(handle)?.look ?? { kind: 'gone', code: null, signal: null };
  }

  async type(handle: string, text: string): Promise<Result<undefined, Problem>> {
    const place = this.#running(handle);
    if (!place.ok) return place;
    place.value.strokes.push(JSON.stringify(text));
    if (place.value.swallow.pastes > 0) {
      place.value.swallow.pastes -= 1;
      return ok(undefined);
    }
    place.value.line += typedText(text);
    if (!place.value.silent) this.print(handle, typedText(text));
    return ok(undefined);
  }

  async press(handle: string, key: string): Promise<Result<undefined, Problem>> {
    const place = this.#running(handle);
    if (!place.ok) return place;
    const bytes = keyBytes(key);
    if (bytes === null) return err(noKey(key));
    place.value.strokes.push(`<${key}>`);
    if (key === 'Enter') this.#enter(place.value);
    else if (/^\w$/.test(key)) place.value.line += bytes;
    return ok(undefined);
  }

  #enter(place: FakePlace): void {
    if (place.swallow.enters > 0) {
      place.swallow.enters -= 1;
      return;
    }
    const text = place.line;
    place.line = '';
    place.received.push(text);
    this.onReceive(place, text);
  }

  async read(handle: string, lines: number): Promise<Result<string, Problem>> {
    if (this.hidden) return err(this.hidden);
    const place = this.places.get(handle);
    if (!place || place.look.kind === 'gone') return err(noAgent());
    return ok(place.screen.split('\n').slice(-lines).join('\n'));
  }

  async close(handle: string): Promise<Result<undefined, Problem>> {
    if (this.hidden) return err(this.hidden);
    const place = this.places.get(handle);
    if (!place || place.look.kind === 'gone') return ok(undefined);
    if (place.immortal) return err(problem('terminals.notEnded', 'It does not end.'));
    this.set(handle, { kind: 'gone', code: null, signal: 'SIGTERM' });
    return ok(undefined);
  }

  async show(handle: string): Promise<Result<Showing, Problem>> {
    this.shown.push(handle);
    return ok({ kind: 'inFront' });
  }

  watch(onChange: (handle: string | null) => void): Disposable {
    return this.#changes.event(onChange);
  }

  /** The place of a handle, or of a session's id. */
  at(handle: string): FakePlace {
    const place = this.places.get(handle) ?? this.places.get(`place-${handle}`);
    if (!place) throw new Error(`There is no place ${handle}.`);
    return place;
  }

  /** Something happened to a place: its agent ended, nobody can tell any more, another title. */
  set(handle: string, look: PlaceLook): void {
    this.at(handle).look = look;
    this.#changes.fire(this.at(handle).handle);
  }

  /** Changes what is seen of an agent that runs. */
  see(handle: string, change: Partial<Omit<AgentLook, 'kind'>>): void {
    const { look } = this.at(handle);
    if (look.kind !== 'agent') throw new Error(`There is no agent at ${handle}.`);
    this.set(handle, { ...look, ...change });
  }

  /** Replaces the screen, as an agent that draws. */
  draw(handle: string, screen: string): void {
    this.at(handle).screen = screen;
    this.#changes.fire(this.at(handle).handle);
  }

  print(handle: string, text: string): void {
    this.draw(handle, this.at(handle).screen + text);
  }

  #running(handle: string): Result<FakePlace, Problem> {
    if (this.hidden) return err(this.hidden);
    const place = this.places.get(handle);
    if (place?.look.kind === 'unobservable') return err(place.look.problem);
    return place?.look.kind === 'agent' ? ok(place) : err(noAgent());
  }
}
