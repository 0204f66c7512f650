/**
 * Something a person should know: a stable code, and a sentence that names the thing, the reason and the way out.
 * `text` is the English template and, at the same time, the key of its translations; `{name}` stands for `params.name`.
 */
export interface Problem {
  readonly code: string;
  readonly text: string;
  readonly params: Params;
}

export type Params = Readonly<Record<string, string | number>>;

/** Translates a template and fills in its parameters. Each host gives its own. */
export type Translate = (text: string, params?: Params) => string;

export const problem = (code: string, text: string, params: Params = {}): Problem => ({ code, text, params });

/** A reason of ours, so that it has its translations like every sentence; what another program said has none. */
export const because = (reason: string): string => reason;

/** The same parameters with a reason of ours in the words of `t`. */
export const withReason = (t: (text: string) => string, params: Params = {}): Params =>
  typeof params['reason'] === 'string' ? { ...params, reason: t(params['reason']) } : params;

/** The form of a word that a number asks for: of `{name|file|files}` the first where it is one. */
const inflect: Translate = (text, params = {}) =>
  text.replace(/\{(\w+)\|([^|{}]*)\|([^|{}]*)\}/g, (whole, name: string, one: string, more: string) =>
    name in params ? (Number(params[name]) === 1 ? one : more) : whole,
  );

/** Fills `{name}` placeholders; an unknown one stays visible rather than vanishing. */
export const fill: Translate = (text, params = {}) =>
  inflect(text, params).replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));

/** A problem in JSON: its code for programs, and its sentence in English, whatever the language of the terminal. */
export const problemData = ({ code, text, params }: Problem): { readonly code: string; readonly sentence: string } => ({
  code,
  sentence: fill(text, params),
});
