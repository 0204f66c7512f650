import { isAbsolute, join, relative } from 'node:path';
import {
  commands,
  FileType,
  Position,
  Range,
  Uri,
  window,
  workspace,
  type TerminalLink,
  type TerminalLinkProvider,
} from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { App } from '../../app/app.ts';
import { findTerminalLinks, type TerminalLink as Found } from '../../app/views/terminalLinks.ts';
import { allJobs } from '../../app/views/transcript.ts';
import { commandId } from '../ids.ts';
import { t } from '../translate.ts';
import type { TerminalSessions } from './terminalSessions.ts';

interface OurLink extends TerminalLink {
  readonly found: Found;
  readonly file: Uri | null;
}

/** The file that a path means in a checkout; null when there is none, or it lies elsewhere. */
const fileAt = async (cwd: string, path: string): Promise<Uri | null> => {
  const full = isAbsolute(path) ? path : join(cwd, path);
  const inside = relative(cwd, full);
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) return null;
  const uri = Uri.file(full);
  try {
    return ((await workspace.fs.stat(uri)).type & FileType.File) === 0 ? null : uri;
  } catch {
    return null;
  }
};

const openFile = async (uri: Uri, line: number | null, column: number | null): Promise<void> => {
  const at = new Position(Math.max(0, (line ?? 1) - 1), Math.max(0, (column ?? 1) - 1));
  await window.showTextDocument(uri, { selection: new Range(at, at) });
};

/** In agents' terminals, task ids lead to the queue, job ids to the transcript or the job's timeline, and paths to the file of that worktree. */
export const registerTerminalLinks = (app: App, sessions: TerminalSessions): Disposable => {
  const isDelegated = (id: string): boolean => Object.hasOwn(app.state.delegations, id);
  const wayOf = (job: string) =>
    isDelegated(job)
      ? ({ name: 'openJob', tooltip: t('Open Job Timeline') } as const)
      : ({ name: 'openTranscript', tooltip: t('Open Transcript') } as const);
  const provider: TerminalLinkProvider<OurLink> = {
    provideTerminalLinks: async ({ line, terminal }) => {
      const session = sessions.of(terminal);
      if (session === undefined) return [];
      const { queue, runs } = app.state;
      const tasks = new Set([...queue.tasks.map(({ id }) => id), ...Object.values(runs).map((run) => run.task.id)]);
      const jobs = new Set(allJobs(app.state).map(({ job }) => job.id));
      const found = findTerminalLinks(line, {
        isTask: (id) => tasks.has(id),
        isJob: (id) => jobs.has(id) || isDelegated(id),
      });
      const links = await Promise.all(
        found.map(async (one): Promise<OurLink | null> => {
          const { start: startIndex, length } = one;
          if (one.kind === 'path') {
            const file = await fileAt(session.cwd, one.path);
            return file && { startIndex, length, tooltip: t('Open this file of the worktree'), found: one, file };
          }
          const tooltip = one.kind === 'task' ? t('Show Task') : wayOf(one.id).tooltip;
          return { startIndex, length, tooltip, found: one, file: null };
        }),
      );
      return links.filter((one) => one !== null);
    },
    handleTerminalLink: async ({ found, file }) => {
      if (found.kind === 'path') {
        if (file !== null) await openFile(file, found.line, found.column);
      } else {
        const name = found.kind === 'task' ? 'showTask' : wayOf(found.id).name;
        await commands.executeCommand(commandId(name), found.id);
      }
    },
  };
  return window.registerTerminalLinkProvider(provider);
};
