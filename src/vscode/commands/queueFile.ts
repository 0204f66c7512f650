import { join } from 'node:path';
import { FileSystemError, Uri, workspace } from 'vscode';
import type { App } from '../../app/app.ts';

/** The queue lies in the control root, whichever checkout the window shows. */
export const queueUri = (app: App): Uri => Uri.file(join(app.facts.controlRoot, 'tasks/queue.md'));

/** Saves what is typed of it, since the queue is read from the disk. */
export const saveQueue = async (app: App): Promise<void> => {
  const uri = queueUri(app).toString();
  await workspace.textDocuments.find((document) => document.isDirty && document.uri.toString() === uri)?.save();
};

/** Its text; empty when there is no such file. Unsaved changes in an editor count, so that none is lost. */
export const readQueueText = async (uri: Uri): Promise<string> => {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  try {
    return new TextDecoder().decode(await workspace.fs.readFile(uri));
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return '';
    throw error;
  }
};
