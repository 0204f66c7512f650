interface Editor<State> {
  getState(): State | undefined;
  setState(state: State): void;
  readonly postMessage: (message: unknown) => void;
}

declare function acquireVsCodeApi<State>(): Editor<State>;

/** The editor around this page. It may be asked for only once. */
export const connectEditor = <State>(): Editor<State> => acquireVsCodeApi<State>();

export type { Editor };
