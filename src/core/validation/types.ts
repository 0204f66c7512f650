/** A command that may be run to validate a change. */
export interface ValidationCommand {
  /** `{files}` as an argument of its own stands for the changed files that the command is for. */
  readonly argv: readonly string[];
  /** The files that it is for, as for load-bearing ones; all when it is left out. */
  readonly paths?: readonly string[];
}
