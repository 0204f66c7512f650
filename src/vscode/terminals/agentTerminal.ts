import { delimiter } from 'node:path';
import { TerminalLocation, ThemeIcon, Uri, window } from 'vscode';
import { t } from '../translate.ts';

interface TerminalRequest {
  readonly agent: string;
  readonly program: string;
  readonly cwd: string;
  /** Put first on the PATH, so that the agent finds `mam`. */
  readonly binFolder: string;
}

/** The variable as this system spells it: `Path` on Windows. */
const pathVariable = (): string => Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';

/**
 * A shell as an editor tab, with the agent started in it. The shell stays when the agent ends, and the program is
 * typed as one quoted word, so a path with spaces is no command line of its own.
 */
export const launchTerminal = ({ agent, program, cwd, binFolder }: TerminalRequest): void => {
  const name = pathVariable();
  const terminal = window.createTerminal({
    name: t('{agent} in {folder}', { agent, folder: cwd.split(/[/\\]/).findLast((part) => part !== '') ?? cwd }),
    cwd: Uri.file(cwd),
    env: { [name]: `${binFolder}${delimiter}${process.env[name] ?? ''}` },
    iconPath: new ThemeIcon('robot'),
    location: TerminalLocation.Editor,
    isTransient: false,
  });
  terminal.show();
  terminal.sendText(/^[\w./\\:-]+$/.test(program) ? program : `"${program.replaceAll('"', '')}"`);
};
