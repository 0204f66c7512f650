/** A tool call as an agent describes it to its hook. */
export interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
}

/** What they run can't be told from their words: the sandbox, the watch and the patch's scope answer for it. */
const shells = /^(?:bash|shell|local_shell|exec|exec_command|write_stdin|run_shell_command|monitor|killshell)$/i;

/** First words of tools that only look. */
const looks = /^(?:read|grep|glob|ls|list|search|find|fetch|view|get|stat|show|web|open)$/i;

const pathField = /(?:path|file|filename|dir|directory|folder|uri)$/i;
/** Such a field names many other things, too: it counts when it looks like a path. */
const vagueField = /(?:dest|destination|target|to|output)$/i;

const deepest = 5;

/** The paths that a call would write to. */
export function namedPaths({ tool, input }: ToolCall): readonly string[] {
  if (shells.test(tool)) return [];
  const patch = patchOf(input);
  if (patch !== null)
    return [...patch.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)\s*$/gm)].map(
      ([, path = '']) => path,
    );
  return onlyLooks(tool) ? [] : fieldsOf(input, 0);
}

/** A tool of a server is called `mcp__server__tool`. */
function onlyLooks(tool: string): boolean {
  const name = tool.split('__').at(-1) ?? tool;
  const words = name.split(/[_\-.]|(?<=[a-z])(?=[A-Z])/).filter((word) => word !== '');
  return looks.test(words[0] ?? '') || name === 'NotebookRead';
}

/** The text of an `apply_patch` call, whatever its field is called. */
function patchOf(input: unknown): string | null {
  const texts = typeof input === 'string' ? [input] : isRecord(input) ? Object.values(input) : [];
  return texts.find((text): text is string => typeof text === 'string' && /^\*\*\* Begin Patch/m.test(text)) ?? null;
}

function fieldsOf(value: unknown, depth: number): readonly string[] {
  if (depth > deepest) return [];
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, depth + 1));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const texts = (Array.isArray(one) ? one : [one]).filter((text): text is string => typeof text === 'string');
    const named = pathField.test(key) ? texts : vagueField.test(key) ? texts.filter(looksLikePath) : [];
    return [...named.flatMap(asPath), ...fieldsOf(one, depth + 1)];
  });
}

const looksLikePath = (text: string): boolean => /[/\\]/.test(text) && !/[\n\r]/.test(text);

/** Null bytes and line breaks are in no path that is meant; other schemes than `file` name no file here. */
function asPath(text: string): readonly string[] {
  if (text === '' || /[\n\r\0]/.test(text)) return [];
  const url = /^([a-z][a-z0-9+.-]+):\/\/(.*)$/i.exec(text);
  if (url === null) return [text];
  return url[1]?.toLowerCase() === 'file' ? [decodeURIComponent(url[2] ?? '')] : [];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
