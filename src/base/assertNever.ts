/** The compiler proves that a switch is complete; at run time the forgotten case is named. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
