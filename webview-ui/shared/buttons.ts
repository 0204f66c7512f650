import { html, nothing, type TemplateResult } from 'lit';
import type { PageButton } from '../../src/protocol/webview.ts';

/** A button whose reason for being disabled is on the screen and read out, not only in a tooltip. */
export const buttonTemplate = (
  button: PageButton,
  press: () => void,
  options: { readonly key?: string; readonly icon?: string } = {},
): TemplateResult =>
  html`<vscode-button
    ?secondary=${!button.primary}
    ?disabled=${button.disabled !== null}
    icon=${options.icon ?? nothing}
    title=${button.disabled ?? button.title}
    aria-keyshortcuts=${options.key ?? nothing}
    @click=${() => {
      if (button.disabled === null) press();
    }}
    >${button.title}${options.key === undefined ? nothing : html`<kbd aria-hidden="true">${options.key}</kbd>`}</vscode-button
  >`;
