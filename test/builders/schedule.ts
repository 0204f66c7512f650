import type { Activity } from '../../src/core/agentSession/types.ts';
import { laterThan } from '../../src/base/clock.ts';
import { problem } from '../../src/base/problem.ts';
import { Random } from './random.ts';
import { mostLagMs, s, SimulatedAgent } from './simulatedAgent.ts';
import { scheduleStart, type Schedule } from './scheduleNews.ts';

/** A rest in the middle of the work is shorter than what is left of 15 s without the lag of sights. */
const mostRestMs = 10 * s;

const lost: Activity = { kind: 'unobservable', problem: problem('test.lost', 'Lost.') };

/** The life that belongs to a seed. */
export const scheduleOf = (seed: number): Schedule => new Life(new Random(seed)).live();

class Life extends SimulatedAgent {
  live(): Schedule {
    this.#begin();
    for (let phases = this.random.int(0, 7); phases > 0; phases--) this.#phase();
    const { doneAt, isNoticeable } = this.#finish();
    // Whatever is late comes before the end, and so does all the rest that is asked for.
    const ends = this.news.map((one) => (one.kind === 'down' ? one.until : one.at));
    const endsAt = Math.max(this.now, ...ends) + 120 * s;
    const news = this.news.toSorted((a, b) => a.at - b.at);
    const shared = { review: this.review, outside: this.outside, artifact: this.artifact, own: this.own };
    return { ...shared, witness: this.tellers[0] ?? 'hook', news, doneAt, isNoticeable, endsAt };
  }

  #begin(): void {
    this.word('started');
    this.does({ kind: 'working' });
  }

  #phase(): void {
    const kind = this.random.int(0, 14);
    if (kind <= 1) this.#work();
    else if (kind === 2) this.#rest();
    else if (kind <= 4) this.#runInBackground();
    else if (kind === 5) this.#ask();
    else if (kind === 6) this.#meetLimit();
    else if (kind === 7) this.#vanish();
    else if (kind <= 9) this.#writeReport(this.random.chance(0.5));
    else if (kind === 10) this.#restWithoutReport();
    else if (kind === 11) this.#fall();
    else if (kind === 12) this.#takeBack();
    else if (kind === 13) this.file(this.random.chance(0.7));
    else if (this.random.chance(0.3)) this.#retry();
  }

  #work(): void {
    this.does({ kind: 'working' });
    for (let words = this.random.int(0, 3); words > 0; words--) {
      this.pass(1, 60);
      if (this.random.chance(0.6)) this.word('progress');
      if (this.random.chance(0.4)) {
        this.see('process', { kind: 'working' });
        this.pass(1, 200);
        this.see('process', { kind: 'quiet' });
      }
    }
    this.pass(1, 30);
  }

  /** Between two turns: it looks idle and could take a prompt. */
  #rest(): void {
    this.does({ kind: 'idle' });
    if (this.random.chance(0.3)) {
      this.now += mostLagMs;
      this.#fall();
    }
    this.now += this.random.int(100, mostRestMs);
    this.does({ kind: 'working' });
    this.pass(5, 60);
  }

  /** Nothing is there yet that could be taken for its report, so that it may rest as long as it likes. */
  #restWithoutReport(): void {
    if (this.sha > 0 || this.attempt > 1) return this.#work();
    this.does({ kind: 'idle' });
    this.pass(20, 3000);
    this.does({ kind: 'working' });
    this.pass(5, 60);
  }

  /** Its turn is over and what it started goes on. */
  #runInBackground(): void {
    this.see('process', { kind: 'working' }, 0);
    this.pass(5, 20);
    this.does({ kind: 'idle' });
    this.pass(5, 900);
    this.does({ kind: 'working' });
    this.pass(5, 10);
    this.see('process', { kind: 'quiet' });
    this.pass(5, 60);
  }

  #ask(): void {
    const asks: Activity = { kind: 'needsYou', need: 'permission', text: 'Run it?' };
    if (this.random.chance(0.5)) this.word('permission_required');
    for (const source of this.tellers) this.see(source, asks);
    this.pass(5, 900);
    const twice = this.random.chance(0.3);
    if (twice) {
      // Another one comes before anybody has seen that the first was answered.
      const other: Activity = { kind: 'needsYou', need: 'question', text: 'Which?' };
      for (const source of this.tellers) this.see(source, this.random.chance(0.5) ? asks : other);
      this.pass(5, 900);
    }
    if (this.random.chance(0.5)) this.add({ kind: 'answered', attempt: this.attempt });
    this.does({ kind: 'working' });
    this.pass(5, 60);
    // Of two, only its word shows which one was answered.
    this.word('progress', twice ? 0 : undefined);
  }

  /** It says that it is done, finds that it is not, and may ask somebody before it says so. */
  #takeBack(): void {
    // With a report its word would end it, and rightly so.
    if (this.sha > 0 || this.attempt > 1) return this.#work();
    this.word('completed');
    this.pass(1, 30);
    const asks = this.random.chance(0.5);
    if (asks) {
      for (const source of this.tellers) this.see(source, { kind: 'needsYou', need: 'permission', text: 'Run it?' }, 0);
      // Its question is seen before its report can be.
      this.now += mostLagMs;
      this.report(this.random.chance(0.5), ++this.sha);
      this.pass(5, 900);
    }
    // Whoever asked nobody has to say at once that it goes on; else some do, some long after they did, and some never.
    const says = asks ? this.random.pick(['first', 'later', 'never'] as const) : 'first';
    if (says === 'first') {
      this.word('progress', 0);
      this.pass(1, 2);
    }
    this.does({ kind: 'working' });
    this.pass(5, 60);
    if (says === 'later') this.word('progress', 0);
    this.report(false, ++this.sha);
    this.#work();
  }

  #meetLimit(): void {
    const until = this.now + this.random.int(60, 900) * s;
    // Some say that they have reached one, and not until when.
    this.does({ kind: 'limited', until: this.random.chance(0.3) ? null : laterThan(scheduleStart, until) });
    // It rests there, which its own hooks and files say again and again.
    if (this.random.chance(0.5)) {
      this.pass(5, 50);
      for (const source of this.tellers) if (source !== 'watcher') this.see(source, { kind: 'idle' });
    }
    // Whoever was cut off goes on by itself a while after its limit was lifted.
    this.now = until;
    this.pass(20, 90);
    this.does({ kind: 'working' });
    this.pass(5, 60);
  }

  /** Nobody can look at it; what it does meanwhile is not seen. */
  #vanish(): void {
    for (const source of this.lookers) this.see(source, lost);
    this.now += mostLagMs;
    if (this.random.chance(0.5)) this.does({ kind: 'idle' });
    this.pass(5, 900);
    this.does({ kind: 'working' });
    this.now += mostLagMs;
    for (const source of this.lookers) this.see(source, source === 'process' ? { kind: 'quiet' } : { kind: 'working' });
    this.does({ kind: 'working' });
    this.pass(5, 60);
  }

  /** MAM falls, and gets up again. */
  #fall(): void {
    const down = this.random.int(1, 120) * s;
    this.downUntil = Math.max(this.downUntil, this.now + down);
    this.add({ kind: 'down', until: this.now + down });
  }

  #retry(): void {
    this.add({ kind: 'retry' });
    const late = this.random.chance(0.5);
    if (late) this.word(this.random.pick(['completed', 'error', 'progress'] as const), this.random.int(20, 60) * s);
    this.does({ kind: 'idle' });
    this.pass(20, 40);
    this.attempt++;
    this.seq = 0;
    // What the first one left is seen again at the place of the report.
    if (this.sha > 0) this.report(false, this.sha);
    this.#begin();
    this.pass(10, 60);
  }

  #writeReport(manifest: boolean): void {
    for (let parts = this.random.int(1, 3); parts > 0; parts--) {
      this.report(manifest && parts === 1, ++this.sha);
      this.pass(1, 12);
    }
    this.does({ kind: 'working' });
    this.pass(1, 60);
  }

  #finish(): { readonly doneAt: number | null; readonly isNoticeable: boolean } {
    const none = { doneAt: null, isNoticeable: false };
    this.does({ kind: 'working' });
    this.pass(1, 30);
    switch (this.random.int(0, 12)) {
      case 12:
        return this.#stayLimited() ?? none;
      case 0:
        this.word('error');
        this.does({ kind: 'idle' });
        this.pass(60, 120);
        // A late word of it says otherwise, and counts for nothing.
        if (this.random.chance(0.5)) this.word('completed');
        return none;
      case 1:
        this.add({ kind: 'end', generation: this.generation, how: this.random.pick(['gone', 'shell'] as const) });
        return none;
      case 2:
        for (const source of this.tellers) this.see(source, { kind: 'needsYou', need: 'question', text: 'Which?' });
        return none;
      case 3:
        return this.#replaced() ?? none;
      case 4:
        return this.#leaveOut() ?? none;
      default:
        return this.#comeToTheEnd();
    }
  }

  /** Its report is begun, and it never goes on: nobody waits for its limit, or it told of no end. */
  #stayLimited(): null {
    const until = laterThan(scheduleStart, this.now + this.random.int(60, 900) * s);
    this.report(this.random.chance(0.5), ++this.sha);
    this.now += mostLagMs;
    this.does({ kind: 'limited', until: this.random.chance(0.5) ? null : until });
    this.pass(5, 50);
    for (const source of this.tellers) if (source !== 'watcher') this.see(source, { kind: 'idle' });
    this.see('process', { kind: 'quiet' });
    this.pass(1800, 3600);
    return null;
  }

  /** Another process goes on in its place, and does something else. */
  #replaced(): null {
    this.add({ kind: 'end', generation: this.generation, how: 'interrupted' });
    this.pass(10, 300);
    this.add({ kind: 'resume' });
    this.generation++;
    this.now += mostLagMs;
    this.does({ kind: 'working' });
    this.pass(5, 60);
    this.see('process', { kind: 'quiet' });
    this.does({ kind: 'idle' });
    return null;
  }

  /** Everything is there but the file that it is to leave, whatever it says. */
  #leaveOut(): null {
    this.file(false);
    this.now += mostLagMs;
    if (!this.artifact) return null;
    this.report(this.random.chance(0.5), ++this.sha);
    if (this.random.chance(0.5)) this.word('completed');
    this.see('process', { kind: 'quiet' });
    this.does({ kind: 'idle' });
    this.now += 60 * s;
    return null;
  }

  #comeToTheEnd(): { readonly doneAt: number; readonly isNoticeable: boolean } {
    const says = this.random.chance(0.5);
    // Its word counts at once where a report is there, so that it is the first thing only where none is.
    const isFirst = says && this.sha === 0 && this.random.chance(0.5);
    if (isFirst) {
      this.word('completed');
      this.pass(1, 40);
    }
    for (let drafts = this.random.int(0, 2); drafts > 0; drafts--) {
      this.report(false, ++this.sha);
      this.pass(1, 10);
    }
    this.now += mostLagMs;
    const doneAt = this.now;
    this.report(this.random.chance(0.7), ++this.sha);
    this.file(true);
    if (says && !isFirst) this.word('completed');
    this.see('process', { kind: 'quiet' });
    this.does({ kind: 'idle' });
    this.now += this.random.chance(0.15) ? this.random.int(100, 12 * s) : 60 * s;
    const isSeen = this.now - Math.max(doneAt, this.downUntil) > 40 * s;
    const fate = this.random.int(0, 5);
    if (fate === 0) this.add({ kind: 'end', generation: this.generation, how: 'gone' });
    if (fate === 1) for (const source of this.lookers) this.see(source, lost);
    return { doneAt, isNoticeable: says || ((isSeen || fate > 1) && !this.outside) };
  }
}
