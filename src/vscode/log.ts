import type { LogOutputChannel } from 'vscode';
import type { Log } from '../app/ports/system.ts';

const line = (message: string, fields?: Readonly<Record<string, unknown>>): string =>
  fields === undefined ? message : `${message} ${JSON.stringify(fields)}`;

export const createLog = (channel: LogOutputChannel): Log => ({
  info: (message, fields) => channel.info(line(message, fields)),
  warn: (message, fields) => channel.warn(line(message, fields)),
  error: (message, fields) => channel.error(line(message, fields)),
});
