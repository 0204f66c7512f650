/** What an agent declares of the names of its models. */
export interface ModelOwner {
  readonly id: string;
  /** How the names of its models begin; an empty text takes what no other agent's beginning fits. None when it takes no name from outside. */
  readonly models: readonly string[];
}

/** Ids of the agents that a model belongs to: those with the longest beginning that fits its name. */
export function ownersOf(model: string, agents: readonly ModelOwner[]): readonly string[] {
  const fit = agents.flatMap(({ id, models }) =>
    models.filter((start) => model.startsWith(start)).map((start) => ({ id, length: start.length })),
  );
  const longest = Math.max(...fit.map(({ length }) => length));
  return [...new Set(fit.filter(({ length }) => length === longest).map(({ id }) => id))];
}
