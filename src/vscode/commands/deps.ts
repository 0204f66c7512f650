import type { Memento } from 'vscode';
import type { App } from '../../app/app.ts';
import type { Log } from '../../app/ports/system.ts';
import type { Actor } from '../../core/actor.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { Doctor } from '../doctor.ts';
import type { TerminalSessions } from '../terminals/terminalSessions.ts';

/** A sample repository, whose own check runs without a question since it is MAM's. */
export interface Sample {
  readonly check: readonly string[];
}

/** What a command may use. */
export interface CommandDeps {
  readonly app: App;
  readonly settings: () => Settings;
  /** Kept for this workspace: what was chosen the last time. */
  readonly memory: Memento;
  readonly log: Log;
  readonly terminals: TerminalSessions;
  readonly doctor: Doctor;
  /** Whether the repository is a sample: the rehearsal agent works there unless another is chosen. */
  readonly sample: Sample | null;
  readonly openDashboard: () => void;
  readonly openApproval: (run: string) => void;
}

/** A command with the arguments that a row, a page or a tooltip gives it; the palette gives none. */
export type CommandHandler = (...args: readonly string[]) => Promise<void>;

/** Whoever clicks in the editor is a person. */
export const editor: Actor = { kind: 'person', id: 'editor' };
