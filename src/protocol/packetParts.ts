// Parts of the packet's page that stand for themselves.

/** What a person wrote on a line of the change and has not sent yet. */
export interface PacketComment {
  readonly id: string;
  readonly path: string;
  readonly line: number;
  readonly text: string;
  /** What is to be known about its place, empty for nothing. */
  readonly note: string;
}

/** One of several that a person chooses from. */
export interface PageChoice {
  readonly id: string;
  readonly title: string;
}
