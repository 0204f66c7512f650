/** A page as something to be read elsewhere: in a file, in a pull request, by somebody without MAM. */
export interface PageDocument {
  readonly title: string;
  /** What stands above all sections. */
  readonly lead: readonly DocumentLead[];
  readonly sections: readonly DocumentSection[];
}

export interface DocumentLead {
  /** Stands before the text and weighs more; empty for nothing. */
  readonly strong: string;
  readonly text: string;
}

export interface DocumentSection {
  readonly title: string;
  readonly lines: readonly DocumentLine[];
  /** Commands that go on from here; a section of commands is no list. */
  readonly commands?: readonly string[];
}

export interface DocumentLine {
  /** How it stands, in words; empty for what only tells. */
  readonly mark: string;
  /** A path or the like, as code; empty for nothing. */
  readonly code: string;
  readonly text: string;
  /** The whole of it, as it was printed or written. */
  readonly detail: string;
}
