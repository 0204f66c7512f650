import { VscodeTextfield } from '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Labels, TimelineRow } from '../../src/protocol/webview.ts';
import { shared } from '../shared/style.ts';
import { filterRows, windowOf } from './timelineWindow.ts';

const rowHeight = 28;

class TimelineElement extends LitElement {
  static override properties = {
    rows: { attribute: false },
    labels: { attribute: false },
    filter: { state: true },
    top: { state: true },
    open: { state: true },
  };
  static override styles = [
    shared,
    css`
      .bar {
        display: flex;
        align-items: center;
        gap: 12px;
        margin-bottom: 8px;
      }
      vscode-textfield {
        width: min(360px, 100%);
      }
      .list {
        position: relative;
        height: min(60vh, 640px);
        overflow-y: auto;
        border-top: 1px solid var(--vscode-panel-border);
      }
      .row {
        display: grid;
        grid-template-columns: 56px 116px 1fr 90px;
        gap: 12px;
        align-items: center;
        box-sizing: border-box;
        width: 100%;
        height: 28px;
        padding: 0 6px;
        border-bottom: 1px solid var(--vscode-editorWidget-border, transparent);
      }
      .row:hover {
        background: var(--vscode-list-hoverBackground);
      }
      .row span {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      pre {
        margin: 12px 0 0;
        padding: 10px 12px;
        overflow: auto;
        max-height: 40vh;
        border-radius: 4px;
        background: var(--vscode-textCodeBlock-background);
      }
    `,
  ];

  declare rows: readonly TimelineRow[];
  declare labels: Labels;
  declare filter: string;
  declare top: number;
  declare open: number | null;

  constructor() {
    super();
    this.rows = [];
    this.labels = {};
    this.filter = '';
    this.top = 0;
    this.open = null;
  }

  #onFilter(event: Event): void {
    if (event.currentTarget instanceof VscodeTextfield) this.filter = event.currentTarget.value;
  }

  #onScroll(event: Event): void {
    if (event.currentTarget instanceof HTMLElement) this.top = event.currentTarget.scrollTop;
  }

  #row(row: TimelineRow): TemplateResult {
    return html`<button
      class="plain row"
      aria-expanded=${this.open === row.seq}
      @click=${() => (this.open = this.open === row.seq ? null : row.seq)}
    >
      <span class="quiet">${row.time}</span><span class="code quiet">${row.task}</span><span>${row.words}</span
      ><span class="quiet">${row.actor}</span>
    </button>`;
  }

  override updated(): void {
    // Through the style object, since the page allows no inline style.
    for (const space of this.renderRoot.querySelectorAll<HTMLElement>('.space')) {
      space.style.height = `${space.dataset['height'] ?? 0}px`;
    }
  }

  override render(): TemplateResult {
    const { labels } = this;
    if (this.rows.length === 0) return html`<p class="quiet">${labels['timelineEmpty']}</p>`;
    const rows = filterRows(this.rows, this.filter);
    const shown = windowOf(rows.length, this.top, rowHeight, 700);
    const open = this.rows.find((row) => row.seq === this.open);
    return html`<div class="bar">
        <vscode-textfield
          placeholder=${labels['filterHint'] ?? ''}
          .label=${labels['filter'] ?? ''}
          .value=${this.filter}
          @input=${(event: Event) => this.#onFilter(event)}
        ></vscode-textfield>
        <span class="quiet" role="status">${(labels['events'] ?? '').replace('{count}', String(rows.length))}</span>
      </div>
      ${
        rows.length === 0
          ? html`<p class="quiet">${labels['timelineNone']}</p>`
          : html`<div class="list" tabindex="0" @scroll=${(event: Event) => this.#onScroll(event)}>
              <div class="space" data-height=${shown.before}></div>
              ${rows.slice(shown.first, shown.last).map((row) => this.#row(row))}
              <div class="space" data-height=${shown.after}></div>
            </div>`
      }
      ${
        open === undefined
          ? nothing
          : html`<h2>${labels['raw']}</h2>
              <pre class="code" tabindex="0">${open.raw}</pre>`
      }`;
  }
}

customElements.define('mam-timeline', TimelineElement);
