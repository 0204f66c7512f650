import type { Disposable } from '../../../base/disposable.ts';
import type { Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { event, subscribed, type HerdrEvent } from '../../../protocol/herdr.ts';
import { parse, readAnswer } from './calls.ts';
import { openLines } from './lines.ts';
import * as problems from './problems.ts';
import type { HerdrPlace } from './socketPath.ts';

/** How panes come, go and move; none of them says what an agent does. */
const lifeOfPanes = ['pane.created', 'pane.closed', 'pane.exited', 'pane.moved', 'pane.agent_detected'];

/** How long the server may take to confirm, in milliseconds; it looks at a request every tenth of a second. */
const confirmMs = 10_000;

export interface SubscriptionListener {
  onEvent(event: HerdrEvent): void;
  /** Once; not after `dispose`. */
  onEnd(): void;
}

/**
 * One connection that tells of panes, resolved when the server has confirmed it: what happens from then on is told. The
 * state of agents is told for the named panes only; a pane that is gone fails the whole request.
 */
export function subscribe(
  place: HerdrPlace,
  panes: readonly string[],
  listener: SubscriptionListener,
): Promise<Result<Disposable, Problem>> {
  const method = 'events.subscribe';
  const id = 'mam-watch';
  const subscriptions = [
    ...lifeOfPanes.map((type) => ({ type })),
    ...panes.map((pane) => ({ type: 'pane.agent_status_changed', pane_id: pane })),
  ];
  return new Promise((resolve) => {
    let confirmed = false;
    const lines = openLines(place.path, JSON.stringify({ id, method, params: { subscriptions } }), confirmMs, {
      onLine(line) {
        if (confirmed) return hear(line, listener);
        const answer = readAnswer(method, id, line, subscribed);
        confirmed = answer.ok;
        if (answer.ok) return resolve(ok(lines));
        lines.dispose();
        resolve(err(answer.error.problem));
      },
      onEnd(trouble) {
        if (confirmed) listener.onEnd();
        else resolve(err(problems.troubled(place, method, trouble)));
      },
    });
  });
}

/** A line that can't be read may stand for any change. */
function hear(line: string, listener: SubscriptionListener): void {
  const read = event.safeParse(parse(line));
  listener.onEvent(read.success ? read.data : { event: 'unreadable', data: {} });
}
