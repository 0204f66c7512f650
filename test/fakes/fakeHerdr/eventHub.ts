/** What happened, as subscriptions are told of it. */
interface HubEvent {
  readonly sequence: number;
  /** With a dot, as it is subscribed to. */
  readonly type: string;
  readonly pane: string | null;
  readonly data: object;
}

export interface EventHub {
  readonly last: number;
  emit(type: string, pane: string | null, data: object): void;
  /** The oldest kept event of a type, and of a pane where one is named, after a sequence number. */
  next(after: number, type: string, pane?: string): HubEvent | undefined;
}

/** As many events as the server keeps. */
const mostKept = 512;

export function createEventHub(): EventHub {
  const kept: HubEvent[] = [];
  let last = 0;
  return {
    get last() {
      return last;
    },
    emit(type, pane, data) {
      kept.push({ sequence: ++last, type, pane, data });
      if (kept.length > mostKept) kept.shift();
    },
    next: (after, type, pane) =>
      kept.find((one) => one.sequence > after && one.type === type && (pane === undefined || one.pane === pane)),
  };
}
