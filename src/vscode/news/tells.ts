import { setTimeout as delay } from 'node:timers/promises';
import { window } from 'vscode';

/** Whether this window is the one that tells a person of what has this name. */
export type Tells = (name: string) => Promise<boolean>;

/** How long a window that nobody looks at leaves the word to another one, in milliseconds. */
const politeMs = 1000;

/** Of several windows one tells of a thing, whoever runs the work: the one that has the keyboard, else whichever is first. */
export const createTells =
  (first: Tells): Tells =>
  async (name) => {
    if (!window.state.focused) await delay(politeMs);
    return first(name);
  };
