/**
 * Who asks. A person is the editor, or a CLI outside every process tree that MAM started and without a job token;
 * approving, taking over and loosening need one.
 */
export interface Actor {
  readonly kind: 'person' | 'host' | 'job';
  /** What a person would recognise: `editor`, `cli`, a job id. */
  readonly id: string;
}
