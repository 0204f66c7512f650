import { ThemeIcon, TerminalLocation, Uri, window, workspace, type TerminalOptions } from 'vscode';
import type { AgentSession } from '../../core/agentSession/types.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { pickAgentSession } from './pickAgentSession.ts';

/** A terminal that shows what runs elsewhere: closing it, or the window, leaves that alone. */
const attached = ({ name, cwd }: AgentSession, [shellPath, ...shellArgs]: readonly [string, ...string[]]) =>
  ({
    name,
    shellPath,
    shellArgs,
    cwd: Uri.file(cwd),
    iconPath: new ThemeIcon('robot'),
    location: TerminalLocation.Editor,
    isTransient: true,
  }) satisfies TerminalOptions;

/** One terminal is enough for a session, however often it is asked for. */
const showAttached = (session: AgentSession, argv: readonly [string, ...string[]]): void => {
  const wanted = attached(session, argv);
  const known = window.terminals.find(({ creationOptions: { name, ...options }, exitStatus }) => {
    const same = 'shellArgs' in options && JSON.stringify(options.shellArgs) === JSON.stringify(wanted.shellArgs);
    return name === wanted.name && same && exitStatus === undefined;
  });
  (known ?? window.createTerminal(wanted)).show();
};

const showOutput = async (session: AgentSession, path: string): Promise<void> => {
  const uri = Uri.file(path);
  const isThere = await Promise.resolve(workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );
  if (isThere) await window.showTextDocument(uri);
  else void window.showInformationMessage(t('{session} has printed nothing yet.', { session: session.name }));
};

/** Brings a session in front of the person: its terminal, one that shows it, or what it printed. */
export const createShowSession =
  ({ app }: CommandDeps): CommandHandler =>
  async (id) => {
    const session = await pickAgentSession(
      app,
      id,
      ({ ended }) => ended === null,
      t('No agent session is open. Delegate Job opens one.'),
    );
    if (session === undefined) return;
    const shown = await app.agentSessions.show(session.id);
    if (!shown.ok) return showProblem(shown.error);
    const { value } = shown;
    if (value.kind === 'attach') showAttached(session, value.argv);
    if (value.kind === 'output') await showOutput(session, value.path);
  };
