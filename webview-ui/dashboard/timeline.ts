import { VscodeTextfield } from '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { TimelineRow } from '../../src/protocol/dashboardParts.ts';
import type { PageHost } from '../../src/protocol/pageCalls.ts';
import type { Labels } from '../../src/protocol/webview.ts';
import { shared } from '../shared/style.ts';
import { chosenFields, emptyFilter, filterRows, valuesOf, type TimelineFilter } from './timelineFilter.ts';
import { TimelineLog } from './timelineLog.ts';
import { timelineStyle } from './timelineStyle.ts';
import { windowOf } from './timelineWindow.ts';

const rowHeight = 28;

class TimelineElement extends LitElement {
  static override properties = {
    log: { attribute: false },
    newest: { attribute: false },
    filter: { attribute: false },
    labels: { attribute: false },
    loaded: { state: true },
    failed: { state: true },
    top: { state: true },
    open: { state: true },
    raw: { state: true },
  };
  static override styles = [shared, timelineStyle];

  declare log: Pick<PageHost, 'timeline' | 'event'> | null;
  /** The sequence up to which the log is shown. */
  declare newest: number;
  declare filter: TimelineFilter;
  declare labels: Labels;
  /** Null before the first events have come. */
  declare loaded: readonly TimelineRow[] | null;
  declare failed: boolean;
  declare top: number;
  declare open: number | null;
  declare raw: string | null;
  #loaded: TimelineLog | null = null;

  constructor() {
    super();
    this.log = null;
    this.newest = 0;
    this.filter = emptyFilter;
    this.labels = {};
    this.loaded = null;
    this.failed = false;
    this.top = 0;
    this.open = null;
    this.raw = null;
  }

  override willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    if (this.log === null || !changed.has('newest')) return;
    this.#loaded ??= new TimelineLog(this.log);
    void this.#show(this.#loaded.follow(this.newest));
  }

  async #show(loading: Promise<boolean> | undefined): Promise<void> {
    this.failed = (await loading) === false;
    this.loaded = this.#loaded?.rows ?? [];
  }

  #filterBy(change: Partial<TimelineFilter>): void {
    this.top = 0;
    this.dispatchEvent(new CustomEvent('mam-filter', { detail: { ...this.filter, ...change } }));
  }

  #onScroll(event: Event): void {
    if (event.currentTarget instanceof HTMLElement) this.top = event.currentTarget.scrollTop;
  }

  async #toggle(seq: number): Promise<void> {
    this.open = this.open === seq ? null : seq;
    this.raw = null;
    if (this.open === null || this.log === null) return;
    const raw = (await this.log.event(seq)) ?? this.labels['rawMissing'] ?? '';
    // Another one may have been opened meanwhile.
    if (this.open === seq) this.raw = raw;
  }

  #row(row: TimelineRow): TemplateResult {
    return html`<button
      class="plain row"
      aria-expanded=${this.open === row.seq}
      @click=${() => void this.#toggle(row.seq)}
    >
      <span class="quiet">${row.time}</span><span class="code quiet">${row.task}</span><span>${row.words}</span
      ><span class="quiet">${row.actor}</span>
    </button>`;
  }

  #choice(field: (typeof chosenFields)[number], rows: readonly TimelineRow[]): TemplateResult {
    const chosen = this.filter[field];
    return html`<label
      >${this.labels[field]}
      <select
        @change=${(event: Event) =>
          event.currentTarget instanceof HTMLSelectElement && this.#filterBy({ [field]: event.currentTarget.value })}
      >
        <option value="" ?selected=${chosen === ''}>${this.labels['any']}</option>
        ${valuesOf(rows, field, chosen).map(
          (value) => html`<option value=${value} ?selected=${value === chosen}>${value}</option>`,
        )}
      </select></label
    >`;
  }

  #bar(loaded: readonly TimelineRow[], shown: number): TemplateResult {
    const { labels } = this;
    const counts = { shown, loaded: loaded.length, total: this.newest };
    const said = Object.entries(counts).reduce(
      (words, [name, count]) => words.replace(`{${name}}`, count.toLocaleString(document.documentElement.lang)),
      labels['events'] ?? '',
    );
    return html`<div class="bar">
      <label
        >${labels['filter']}
        <vscode-textfield
          placeholder=${labels['filterHint'] ?? ''}
          .label=${labels['filter'] ?? ''}
          .value=${this.filter.words}
          @input=${(event: Event) =>
            event.currentTarget instanceof VscodeTextfield && this.#filterBy({ words: event.currentTarget.value })}
        ></vscode-textfield
      ></label>
      ${chosenFields.map((field) => this.#choice(field, loaded))}
      <span class="quiet" role="status">${said}</span>
      ${
        this.#loaded?.hasEarlier
          ? html`<vscode-button secondary @click=${() => void this.#show(this.#loaded?.loadEarlier())}
              >${labels['earlier']}</vscode-button
            >`
          : nothing
      }
    </div>`;
  }

  override updated(): void {
    // Through the style object, since the page allows no inline style.
    for (const space of this.renderRoot.querySelectorAll<HTMLElement>('.space')) {
      space.style.height = `${space.dataset['height'] ?? 0}px`;
    }
  }

  override render(): TemplateResult {
    const { labels, loaded } = this;
    if (this.failed) return html`<p role="alert">${labels['timelineFailed']}</p>`;
    if (loaded === null) return html`<p class="quiet" role="status">${labels['loadingPart']}</p>`;
    if (loaded.length === 0) return html`<p class="quiet">${labels['timelineEmpty']}</p>`;
    const rows = filterRows(loaded, this.filter);
    const shown = windowOf(rows.length, this.top, rowHeight, 700);
    return html`${this.#bar(loaded, rows.length)}
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
      this.raw === null
        ? nothing
        : html`<h2>${labels['raw']}</h2>
            <pre class="code" tabindex="0">${this.raw}</pre>`
    }`;
  }
}

customElements.define('mam-timeline', TimelineElement);
