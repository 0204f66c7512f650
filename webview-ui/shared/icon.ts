import { html, type TemplateResult } from 'lit';

/** An icon of the editor by its name, for a `PartElement`; it says nothing, so words stand beside it. */
export const iconTemplate = (name: string): TemplateResult =>
  html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
