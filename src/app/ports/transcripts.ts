/** Something that an agent said or did, as people read it. */
export interface TranscriptEntry {
  readonly kind: 'said' | 'did' | 'failed' | 'unknown';
  readonly text: string;
}

/** One reading of a lane's transcript, from its newest part on. */
export interface TranscriptReading {
  /**
   * What came since the last call, in order; nothing where there is no file. `now` also takes what is said in pieces and
   * may go on, `end` what is not ended by a line break, too: of a lane that runs, that is a torn line.
   */
  read(until: 'more' | 'now' | 'end'): Promise<readonly TranscriptEntry[]>;
  /** Bytes before the place where the first call began. */
  skipped(): number;
}

/** What lanes wrote, also long after they ended. Secrets are out of it since it was written. */
export interface Transcripts {
  /** `folder` is the lane's. An agent that there is no more leaves its lines as they are. */
  open(agent: string, folder: string): TranscriptReading;
}
