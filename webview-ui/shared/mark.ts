import { html, type TemplateResult } from 'lit';
import type { Mark } from '../../src/protocol/webview.ts';
import { iconTemplate } from './icon.ts';

/** Icon and word together: neither stands alone. */
export const markTemplate = (mark: Mark, words = mark.words): TemplateResult =>
  html`<span class="mark ${mark.tone}">${iconTemplate(mark.icon)} <span class="words">${words}</span></span>`;
