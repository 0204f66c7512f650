/** At most one of something that takes time to open and to close. */
export interface Sole<T> {
  /** The open one, or null. */
  readonly current: T | null;
  /** Opens it unless it is there or on its way; null when it can't be, or was closed meanwhile. A failure is not kept. */
  readonly need: () => Promise<T | null>;
  /** Resolves when nothing of it is open any more, also where it was only on its way. */
  readonly close: () => Promise<void>;
}

interface Ways<T> {
  /** `isWanted` turns false as soon as what it opens would be closed at once. */
  readonly open: (isWanted: () => boolean) => Promise<T | null>;
  readonly close: (one: T) => Promise<void>;
  /** It is open, and stays. */
  readonly onOpen: (one: T) => void;
}

/** Whoever closes while one is being opened gets that one closed: nobody else would know of it. */
export function createSole<T>({ open, close, onOpen }: Ways<T>): Sole<T> {
  let current: T | null = null;
  let opening: Promise<T | null> | null = null;
  let closings = 0;
  const start = async (): Promise<T | null> => {
    const before = closings;
    const isWanted = (): boolean => before === closings;
    const opened = await open(isWanted);
    if (!isWanted()) {
      if (opened !== null) await close(opened);
      return null;
    }
    if (opened === null) opening = null;
    else {
      current = opened;
      onOpen(opened);
    }
    return opened;
  };
  return {
    get current() {
      return current;
    },
    need: () => (opening ??= start()),
    close: async () => {
      closings += 1;
      const [was, onItsWay] = [current, opening];
      current = null;
      opening = null;
      if (was !== null) await close(was);
      else await onItsWay;
    },
  };
}
