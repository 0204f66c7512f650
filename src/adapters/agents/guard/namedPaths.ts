/** A tool call as an agent describes it to its hook. */
export interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
}

/** What they run can't be told from their words: the sandbox, the watch and the patch's scope answer for it. */
const shells = /^(?:bash|shell|local_shell|exec|exec_command|write_stdin|run_shell_command|monitor|killshell)$/i;

/** They keep the agent's own plan: no file that anybody else reads. */
const plans = /^(?:todo_?write|write_todos|task_?(?:create|update)|update_plan|(?:create|update)_goal)$/i;

/** First words of tools that only look. */
const looks = /^(?:read|grep|glob|ls|list|search|find|fetch|view|get|stat|show|web|open)$/i;

/** Words of tools that write, wherever they stand: search_and_replace, fetch_to_file. */
const writes =
  /^(?:add|append|apply|chmod|clone|copy|cp|create|delete|download|dump|edit|export|extract|insert|install|into|mkdir|modify|move|mv|overwrite|patch|put|remove|rename|replace|rewrite|rm|save|set|store|symlink|to|touch|truncate|unlink|unzip|update|upload|write)$/i;
/** Words of tools that also take away what they start from. */
const moves = /^(?:move|mv|rename)$/i;
/** Words of tools that have a place to go to. */
const carries = /^(?:copy|cp|download|export|extract|into|move|mv|rename|symlink|to)$/i;
const mode = /^(?:mode|flags?|access)$/i;
const writingMode = /^(?:[wax][bt]?\+?|r[bt]?\+)$|write|append|create|truncate/i;

const pathField = /(?:paths?|pathnames?|files?|filenames?|dirs?|directory|directories|folders?|uris?)$/i;
const nameField = /names?$/i;
const placeField = /(?:dest|destination|target|to|output)s?$/i;
const sourceField = /(?:source|src|from|old|origin)s?$/i;
/** What is written, looked for or said, and which way: it may look like a path and is none. */
const contentField =
  /(?:content|text|string|str|source|body|data|description|code|command|cmd|message|prompt|query|pattern|regex|replacement|replace|search|diff|patch|title|url|encoding|mode|type)s?$/i;

/** The paths that a call would write to; null when it writes and names none. */
export function namedPaths({ tool, input }: ToolCall): readonly string[] | null {
  const name = tool.split('__').at(-1) ?? tool;
  if (shells.test(tool) || plans.test(name)) return [];
  const words = wordsOf(name);
  const fields = [...stringsOf(input, '')];
  const opensToWrite = fields.some(([key, text]) => mode.test(key) && writingMode.test(text));
  const isWriter = opensToWrite || words.some((word) => writes.test(word));
  if (!isWriter && (looks.test(words[0] ?? '') || name === 'NotebookRead')) return [];
  const has = (kind: RegExp): boolean => words.some((word) => kind.test(word));
  const may = { isWriter, isMove: has(moves), isCarrier: has(carries) };
  const paths = fields.flatMap(([key, text]) => [...patched(text), ...(isPath(key, text, may) ? asPath(text) : [])]);
  return isWriter && paths.length === 0 ? null : paths;
}

interface Kind {
  readonly isWriter: boolean;
  readonly isMove: boolean;
  readonly isCarrier: boolean;
}

/** Whether a field names a file: by its name, or by what it looks like where it may be anything. */
function isPath(key: string, text: string, { isWriter, isMove, isCarrier }: Kind): boolean {
  if (pathField.test(key)) return true;
  if (sourceField.test(key)) return isMove;
  if (isWriter && nameField.test(key)) return true;
  if (placeField.test(key)) return isCarrier || looksLikePath(text);
  return isWriter && !contentField.test(key) && looksLikePath(text);
}

/** A tool of a server is called `mcp__server__tool`; this is of its own name. */
const wordsOf = (name: string): readonly string[] =>
  name.split(/[_\-.]|(?<=[a-z])(?=[A-Z])/).filter((word) => word !== '');

/** The files of an `apply_patch` text, in whatever field it stands. */
const patched = (text: string): readonly string[] =>
  /^\s*\*\*\* Begin Patch/m.test(text)
    ? [...text.matchAll(/^\s*\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)\s*$/gm)].map(([, path = '']) => path)
    : [];

/** Every string of an input, however deep, with the name of the field that it or its list stands in. */
function* stringsOf(value: unknown, key: string): Generator<readonly [key: string, text: string]> {
  if (typeof value === 'string') yield [key, value];
  else if (Array.isArray(value)) for (const one of value) yield* stringsOf(one, key);
  else if (isRecord(value)) for (const [name, one] of Object.entries(value)) yield* stringsOf(one, name);
}

const looksLikePath = (text: string): boolean => /^~|[/\\]/.test(text) && !/[\n\r]/.test(text);

/** Other schemes than `file` name no file here. */
function asPath(text: string): readonly string[] {
  if (text === '') return [];
  const url = /^([a-z][a-z0-9+.-]+):\/\/(.*)$/is.exec(text);
  if (url === null) return [text];
  return url[1]?.toLowerCase() === 'file' ? [decodeURIComponent(url[2] ?? '')] : [];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
