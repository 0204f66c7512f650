// What VS Code gives a webview in its themes, as scripts/themes.mjs recorded it from the real one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const themeNames = ['light', 'dark', 'contrast', 'contrast-light'] as const;
export type ThemeName = (typeof themeNames)[number];

interface Theme {
  /** Classes of the body, and the kind that stands beside them. */
  readonly body: string;
  readonly kind: string;
  /** The style sheet that every webview gets. */
  readonly styles: string;
  readonly variables: Readonly<Record<string, string>>;
}

const recorded: Readonly<Record<ThemeName, Theme>> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/themes.json'), 'utf8'),
);

export const themeOf = (name: ThemeName): Theme => recorded[name];

export const themeStyles = ({ styles, variables }: Theme): string =>
  `:root{${Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}${styles}`;
