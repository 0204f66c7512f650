import { commands } from 'vscode';
import type { CommandDeps, CommandHandler } from './deps.ts';

/** Shows the doctor's view and looks again. */
export const createDoctorCommand =
  ({ doctor }: CommandDeps): CommandHandler =>
  async () => {
    await commands.executeCommand('mam.doctor.focus');
    await doctor.look();
  };
