import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { BoardCard, BoardColumn, Labels } from '../../src/protocol/webview.ts';
import { markTemplate } from '../shared/mark.ts';
import { runEvent } from '../shared/runEvent.ts';
import { shared } from '../shared/style.ts';
import { nextPosition, type Position } from './moveFocus.ts';

class BoardElement extends LitElement {
  static override properties = {
    columns: { attribute: false },
    labels: { attribute: false },
    focused: { state: true },
    menu: { state: true },
  };
  static override styles = [
    shared,
    css`
      .columns {
        display: flex;
        align-items: flex-start;
        gap: 10px;
        overflow-x: auto;
        padding-bottom: 8px;
      }
      .column {
        flex: 1 0 164px;
        max-width: 340px;
      }
      /* A column without cards only keeps its place. */
      .column.empty {
        flex: 0 0 auto;
        opacity: 0.8;
      }
      .column h2 {
        display: flex;
        justify-content: space-between;
        gap: 8px;
        white-space: nowrap;
        padding-bottom: 6px;
        border-bottom: 1px solid var(--vscode-panel-border);
      }
      .cards {
        display: grid;
        gap: 8px;
        padding-top: 8px;
      }
      .card {
        position: relative;
        padding: 8px 10px;
        border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
        border-radius: 6px;
        background: var(--vscode-editorWidget-background);
        cursor: pointer;
      }
      .card:hover {
        background: var(--vscode-list-hoverBackground);
      }
      .card.needs {
        border-color: var(--vscode-list-warningForeground);
      }
      .top,
      .bottom {
        display: flex;
        justify-content: space-between;
        align-items: center;
        gap: 8px;
      }
      .top {
        font-size: 0.9em;
      }
      .title {
        margin: 3px 0 8px;
        font-weight: 600;
        overflow-wrap: anywhere;
      }
      .lamps {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
        margin-bottom: 6px;
      }
      .lamp {
        display: inline-flex;
        align-items: center;
        gap: 2px;
        padding: 0 6px 0 3px;
        border: 1px solid var(--vscode-panel-border);
        border-radius: 9px;
        font-size: 0.85em;
        line-height: 18px;
      }
      .menu {
        display: grid;
        gap: 2px;
        margin-top: 8px;
        padding-top: 6px;
        border-top: 1px solid var(--vscode-panel-border);
      }
      .menu button {
        padding: 3px 6px;
        border-radius: 3px;
      }
      .menu button:hover,
      .menu button:focus-visible {
        background: var(--vscode-list-hoverBackground);
      }
      .hint {
        margin-top: 14px;
        font-size: 0.9em;
      }
    `,
  ];

  declare columns: readonly BoardColumn[];
  declare labels: Labels;
  declare focused: Position;
  declare menu: string | null;

  constructor() {
    super();
    this.columns = [];
    this.labels = {};
    this.focused = { column: 0, card: 0 };
    this.menu = null;
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
    if (event.target !== event.currentTarget) {
      if (event.key !== 'Escape') return;
      this.menu = null;
      void this.#moveTo(at);
      return;
    }
    const counts = this.columns.map((column) => column.cards.length);
    const next = nextPosition(counts, at, event.key);
    if (next !== null) void this.#moveTo(next);
    else if (event.key === 'Enter') this.#open(card);
    else if (event.key === 'm' || event.key === 'M' || event.key === 'ContextMenu') this.menu = card.id;
    else return;
    event.preventDefault();
  }

  override updated(changed: Map<string, unknown>): void {
    if (changed.has('menu') && this.menu !== null) this.renderRoot.querySelector<HTMLElement>('.menu button')?.focus();
  }

  #menu(card: BoardCard): TemplateResult | typeof nothing {
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
    return html`<div class="menu" role="menu">
      ${card.run === null ? nothing : item(this.labels['openPacket'], runEvent('openApprovalPacket', card.run))}
      ${item(this.labels['showTask'], runEvent('showTask', card.task))}
    </div>`;
  }

  #card(card: BoardCard, at: Position): TemplateResult {
    const isFocused = this.focused.column === at.column && this.focused.card === at.card;
    const spoken = [
      card.task,
      card.title,
      card.mark.words,
      ...card.lamps.map((lamp) => `${lamp.role}: ${lamp.mark.words}`),
    ];
    return html`<li
      class="card ${card.mark.tone === 'attention' ? 'needs' : ''}"
      role="button"
      aria-label=${spoken.join(', ')}
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
                    ><vscode-icon name=${lamp.mark.icon} size="12" aria-hidden="true"></vscode-icon
                    >${lamp.letters}</span
                  >`,
              )}
            </div>`
      }
      <div class="bottom">
        ${markTemplate(card.mark)}<span class="quiet"
          >${[card.hold, card.cost].filter((one) => one !== '').join(' · ')}</span
        >
      </div>
      ${this.#menu(card)}
    </li>`;
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
                ${column.cards.map((card, row) => this.#card(card, { column: index, card: row }))}
              </ul>
            </section>`,
        )}
      </div>
      <p class="hint quiet">${labels['cardHint']}</p>`;
  }
}

customElements.define('mam-board', BoardElement);
