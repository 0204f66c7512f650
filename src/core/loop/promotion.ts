/** A report that a gate opened on, as it goes to where people keep them. */
export interface PromotedReport {
  readonly job: string;
  readonly session: string;
  readonly role: string;
  readonly agent: string;
  /** Its file, relative to the folder of reports. */
  readonly file: string;
  /** SHA-256 of the text, in hex: of what the log keeps, and never of a file that somebody could have changed since. */
  readonly digest: string;
}

/** What was put there for a head, with the file that names all of it. */
export interface Promotion {
  readonly head: string;
  readonly manifest: string;
  readonly reports: readonly PromotedReport[];
}
