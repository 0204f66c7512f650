import { css, html, nothing, type TemplateResult } from 'lit';
import type { RadarOverlap, RadarPage, RadarRow } from '../../src/protocol/dashboardParts.ts';
import { iconTemplate } from '../shared/icon.ts';
import type { Labels } from '../../src/protocol/webview.ts';
import { PartElement } from '../shared/partElement.ts';
import { shared } from '../shared/style.ts';

class RadarElement extends PartElement {
  static override properties = { radar: { attribute: false }, labels: { attribute: false } };
  static override styles = [
    shared,
    css`
      section {
        margin-bottom: 16px;
      }
      h2 {
        font-size: 1.05em;
        letter-spacing: 0;
        text-transform: none;
        color: inherit;
      }
      li {
        padding: 4px 0;
        border-bottom: 1px solid var(--vscode-panel-border);
        overflow-wrap: anywhere;
      }
    `,
  ];

  declare radar: RadarPage | null;
  declare labels: Labels;

  constructor() {
    super();
    this.radar = null;
    this.labels = {};
  }

  #overlap({ words, files, why, alarming }: RadarOverlap): TemplateResult {
    return html`<li>
      <span class=${alarming ? 'attention' : ''}>${iconTemplate(alarming ? 'warning' : 'git-compare')} ${words}</span>
      ${files === '' ? nothing : html`<div class="code quiet">${files}</div>`}
      ${why === '' ? nothing : html`<div class="quiet">${why}</div>`}
    </li>`;
  }

  #row({ worktree, path, note, overlaps }: RadarRow): TemplateResult {
    return html`<section>
      <h2>${worktree} <span class="code quiet">${path}</span></h2>
      ${note === '' ? nothing : html`<p class="quiet">${note}</p>`}
      ${
        overlaps.length === 0
          ? nothing
          : html`<ul aria-label=${worktree}>
              ${overlaps.map((one) => this.#overlap(one))}
            </ul>`
      }
    </section>`;
  }

  override render(): TemplateResult {
    const { note, rows } = this.radar ?? { note: '', rows: [] };
    if (rows.length === 0) return html`<p class="quiet">${this.labels['radarEmpty']}</p>`;
    return html`<p class="quiet" role="status">${note}</p>
      ${rows.map((row) => this.#row(row))}`;
  }
}

customElements.define('mam-radar', RadarElement);
