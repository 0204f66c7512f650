import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fill, withReason, type Translate } from '../base/problem.ts';
import type { Environment } from './cli.ts';

/** The language of the environment as the bundles name it, null for English. */
export function languageOf(env: Environment): string | null {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^ko(?:[_.@-]|$)/i.test(locale) ? 'ko' : null;
}

/** Translates with the bundle that the editor uses too; a sentence that it lacks stays English. */
export function createTranslate(env: Environment, folder: string): Translate {
  const language = languageOf(env);
  const bundle = language === null ? {} : readBundle(join(folder, `bundle.l10n.${language}.json`));
  const known = (text: string): string => {
    const translated = bundle[text];
    return typeof translated === 'string' ? translated : text;
  };
  return (text, params) => fill(known(text), withReason(known, params));
}

function readBundle(path: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // A copy without bundles, such as the one that agents get, speaks English.
    return {};
  }
}
