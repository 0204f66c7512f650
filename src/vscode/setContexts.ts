import { commands } from 'vscode';
import { contextKeys } from './ids.ts';

type ContextName = keyof typeof contextKeys;

const isContextName = (name: string): name is ContextName => Object.hasOwn(contextKeys, name);

const names = Object.keys(contextKeys).filter(isContextName);

/** What was set last, in this window: a value that stays costs no message. */
const known = new Map<ContextName, string | number | boolean>();

/** Sets context keys of this window. */
export const setContexts = (values: Readonly<Partial<Record<ContextName, string | number | boolean>>>): void => {
  for (const name of names) {
    const value = values[name];
    if (value === undefined || known.get(name) === value) continue;
    known.set(name, value);
    void commands.executeCommand('setContext', contextKeys[name], value);
  }
};
