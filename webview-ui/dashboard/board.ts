import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { BoardCard, BoardColumn, BoardLane, Labels } from '../../src/protocol/webview.ts';
import { iconTemplate } from '../shared/icon.ts';
import { markTemplate } from '../shared/mark.ts';
import { runEvent } from '../shared/runEvent.ts';
import { PartElement } from '../shared/partElement.ts';
import { shared } from '../shared/style.ts';
import { boardStyle } from './boardStyle.ts';
import { nextPosition, type Position } from './moveFocus.ts';

/** How many cards of a column are drawn at first: a queue of thousands opens as fast as a short one. */
const page = 20;

class BoardElement extends PartElement {
  static override properties = {
    columns: { attribute: false },
    labels: { attribute: false },
    focused: { state: true },
    menu: { state: true },
    more: { state: true },
  };
  static override styles = [shared, boardStyle];

  declare columns: readonly BoardColumn[];
  declare labels: Labels;
  declare focused: Position;
  declare menu: string | null;
  #follows = false;
  /** By column, how many times more of it was asked for. */
  declare more: Readonly<Record<string, number>>;

  constructor() {
    super();
    this.columns = [];
    this.labels = {};
    this.focused = { column: 0, card: 0 };
    this.menu = null;
    this.more = {};
  }

  /** How many cards of a column are drawn: never fewer than those up to the focused one. */
  #drawn(column: BoardColumn, index: number): number {
    const asked = page * (1 + (this.more[column.id] ?? 0));
    const focused = this.focused.column === index ? this.focused.card + 1 : 0;
    return Math.min(column.cards.length, Math.max(asked, focused));
  }

  #open(card: BoardCard): void {
    this.dispatchEvent(card.run === null ? runEvent('showTask', card.task) : runEvent('openApprovalPacket', card.run));
  }

  async #moveTo(position: Position): Promise<void> {
    this.focused = position;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.card[tabindex="0"]')?.focus();
  }

  #onKey(event: KeyboardEvent, card: BoardCard, at: Position): void {
    const counts = this.columns.map((column) => column.cards.length);
    const next = nextPosition(counts, at, event.key);
    if (next !== null) void this.#moveTo(next);
    else if (event.key === 'Enter') this.#open(card);
    else if (event.key === 'm' || event.key === 'M' || event.key === 'ContextMenu') this.menu = card.id;
    else return;
    event.preventDefault();
  }

  /** Arrows go round in the menu, Escape leads back to its card. */
  #onMenuKey(event: KeyboardEvent, at: Position): void {
    const items = [...this.renderRoot.querySelectorAll<HTMLElement>('.menu button')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined)
      items.at((items.findIndex((item) => item.matches(':focus')) + step) % items.length)?.focus();
    else if (event.key === 'Escape') {
      this.menu = null;
      void this.#moveTo(at);
    } else return;
    event.preventDefault();
  }

  /** The keyboard stays with its card, wherever that goes. */
  override willUpdate(changed: Map<string, unknown>): void {
    const before: unknown = changed.get('columns');
    this.#follows = false;
    if (!isColumns(before)) return;
    const card = before[this.focused.column]?.cards[this.focused.card]?.id;
    const column = this.columns.findIndex(({ cards }) => cards.some(({ id }) => id === card));
    if (card === undefined || column === -1) return;
    this.#follows = this.shadowRoot?.activeElement?.matches('.card') === true;
    this.focused = { column, card: this.columns[column]?.cards.findIndex(({ id }) => id === card) ?? 0 };
  }

  override updated(changed: Map<string, unknown>): void {
    if (this.#follows) this.renderRoot.querySelector<HTMLElement>('.card[tabindex="0"]')?.focus();
    if (changed.has('menu') && this.menu !== null) this.renderRoot.querySelector<HTMLElement>('.menu button')?.focus();
  }

  #menu(card: BoardCard, at: Position): TemplateResult | typeof nothing {
    if (this.menu !== card.id) return nothing;
    const item = (title: string | undefined, event: CustomEvent): TemplateResult =>
      html`<button
        class="plain"
        role="menuitem"
        @click=${(click: Event) => {
          click.stopPropagation();
          this.menu = null;
          this.dispatchEvent(event);
        }}
      >
        ${title}
      </button>`;
    return html`<div
      class="menu"
      role="menu"
      aria-label=${card.task}
      @keydown=${(event: KeyboardEvent) => this.#onMenuKey(event, at)}
    >
      ${card.run === null ? nothing : item(this.labels['openPacket'], runEvent('openApprovalPacket', card.run))}
      ${item(this.labels['showTask'], runEvent('showTask', card.task))}
    </div>`;
  }

  #card(card: BoardCard, at: Position): TemplateResult {
    const isFocused = this.focused.column === at.column && this.focused.card === at.card;
    return html`<li>
      <div
        class="card ${card.mark.tone === 'attention' ? 'needs' : ''}"
        role="button"
        tabindex=${isFocused ? 0 : -1}
        @click=${() => this.#open(card)}
        @contextmenu=${(event: Event) => {
          event.preventDefault();
          this.menu = card.id;
        }}
        @focus=${() => (this.focused = at)}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, card, at)}
      >
        <div class="top quiet"><span class="code">${card.task}</span><span>${card.age}</span></div>
        <div class="title">${card.title}</div>
        ${
          card.lamps.length === 0
            ? nothing
            : html`<div class="lamps">
                ${card.lamps.map(
                  (lamp) =>
                    html`<span class="lamp ${lamp.mark.tone}" title="${lamp.role}: ${lamp.mark.words}"
                      >${iconTemplate(lamp.mark.icon)}<span aria-hidden="true">${lamp.letters}</span
                      ><span class="reader">${lamp.role}: ${lamp.mark.words}</span></span
                    >`,
                )}
              </div>`
        }
        ${card.lanes.length === 0 ? nothing : html`<div class="lanes">${card.lanes.map(laneTemplate)}</div>`}
        <div class="bottom">
          ${markTemplate(card.mark)}<span class="quiet"
            >${[card.hold, card.cost].filter((one) => one !== '').join(' · ')}</span
          >
        </div>
      </div>
      ${this.#menu(card, at)}
    </li>`;
  }

  #moreOf(column: BoardColumn, drawn: number): TemplateResult | typeof nothing {
    const left = column.cards.length - drawn;
    if (left <= 0) return nothing;
    const show = (): void => void (this.more = { ...this.more, [column.id]: (this.more[column.id] ?? 0) + 1 });
    return html`<button class="plain more" @click=${show}>
      ${(this.labels['moreCards'] ?? '').replace('{count}', String(left))}
    </button>`;
  }

  override render(): TemplateResult {
    const { labels } = this;
    if (this.columns.every((column) => column.cards.length === 0))
      return html`<p class="quiet">${labels['boardEmpty']}</p>`;
    // The first card that there is takes the focus when the remembered one is gone.
    const counts = this.columns.map((column) => column.cards.length);
    if ((counts[this.focused.column] ?? 0) <= this.focused.card) {
      this.focused = {
        column: Math.max(
          0,
          counts.findIndex((count) => count > 0),
        ),
        card: 0,
      };
    }
    return html`<div class="columns">
        ${this.columns.map(
          (column, index) =>
            html`<section class="column ${column.cards.length === 0 ? 'empty' : ''}" aria-label=${column.title}>
              <h2>
                <span>${column.title}</span><span>${column.cards.length === 0 ? nothing : column.cards.length}</span>
              </h2>
              <ul class="cards">
                ${repeat(
                  column.cards.slice(0, this.#drawn(column, index)),
                  ({ id }) => id,
                  (card, row) => this.#card(card, { column: index, card: row }),
                )}
              </ul>
              ${this.#moreOf(column, this.#drawn(column, index))}
            </section>`,
        )}
      </div>
      <p class="hint quiet">${labels['cardHint']}</p>`;
  }
}

const isColumns = (value: unknown): value is readonly BoardColumn[] => Array.isArray(value);

const laneTemplate = (lane: BoardLane): TemplateResult =>
  html`<div class="lane"><span class="quiet">${lane.role} · ${lane.agent}</span>${markTemplate(lane.mark)}</div>`;

customElements.define('mam-board', BoardElement);
