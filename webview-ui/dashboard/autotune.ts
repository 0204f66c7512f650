import { html, LitElement, type TemplateResult } from 'lit';
import type { Labels } from '../../src/protocol/webview.ts';
import { shared } from '../shared/style.ts';

class AutotuneElement extends LitElement {
  static override properties = { labels: { attribute: false } };
  static override styles = shared;

  declare labels: Labels;

  constructor() {
    super();
    this.labels = {};
  }

  override render(): TemplateResult {
    return html`<p>${this.labels['autotuneEmpty']}</p>
      <p class="quiet">${this.labels['autotuneWhy']}</p>`;
  }
}

customElements.define('mam-autotune', AutotuneElement);
