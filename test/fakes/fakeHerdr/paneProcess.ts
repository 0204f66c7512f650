import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** A real process in a pane. It has pipes and no terminal; what is typed is shown, as a terminal would. */
export interface PaneProcess {
  readonly pid: number;
  readonly ended: Promise<void>;
  name(): string;
  /** The last lines of what it printed, without colours. */
  screen(rows: number): string;
  /** The title that it gave its terminal. */
  title(): string | null;
  write(text: string): void;
  /** As a text is typed by the server: with the marks of a paste where the program asked for them. */
  paste(text: string): void;
  /** As when its terminal goes away. */
  hangUp(): void;
  kill(): void;
}

const mostKept = 400_000;
// oxlint-disable-next-line no-control-regex
const commands = /\u001b\](?:[02];([^\u0007\u001b]*)|[^\u0007\u001b]*)(?:\u0007|\u001b\\)/g;

/** Fails as the system does when the program can't be started. */
export async function startPaneProcess(
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<PaneProcess> {
  const [file = '', ...args] = argv;
  // A terminal's process leads a group of its own.
  const child: ChildProcess = spawn(file, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'exit').then(
    () => undefined,
    () => undefined,
  );
  let printed = '';
  const hear = (chunk: Buffer): void => void (printed = (printed + chunk.toString('utf8')).slice(-mostKept));
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  child.stdin?.on('error', () => undefined);
  // What has left it may hold them open for long.
  void ended.then(() => [child.stdin, child.stdout, child.stderr].forEach((stream) => stream?.destroy()));
  await once(child, 'spawn');
  const { pid = 0 } = child;
  const write = (text: string): void => {
    // A terminal turns Enter into the end of a line, and shows what is typed.
    const typed = text.replaceAll('\r', '\n');
    hear(Buffer.from(typed));
    child.stdin?.write(typed);
  };
  return {
    pid,
    ended,
    name: () => commandName(pid),
    screen: (rows) =>
      stripVTControlCharacters(printed.replaceAll(commands, ''))
        .replaceAll('\r\n', '\n')
        .split('\n')
        .map((line) => line.split('\r').at(-1) ?? '')
        .slice(-rows)
        .join('\n'),
    title: () => [...printed.matchAll(commands)].findLast(([, title]) => title !== undefined)?.[1] ?? null,
    write,
    paste(text) {
      const asked = printed.lastIndexOf('\u001b[?2004h') > printed.lastIndexOf('\u001b[?2004l');
      write(asked ? `\u001b[200~${text}\u001b[201~` : text);
    },
    hangUp() {
      try {
        process.kill(-pid, 'SIGHUP');
      } catch {
        // It has ended already.
      }
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

function commandName(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}
