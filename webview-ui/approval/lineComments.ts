import { css, html, nothing, type TemplateResult } from 'lit';
import type { PacketComment } from '../../src/protocol/packetParts.ts';
import { iconTemplate } from '../shared/icon.ts';
import type { Labels } from '../../src/protocol/webview.ts';
import { PartElement } from '../shared/partElement.ts';
import { shared } from '../shared/style.ts';

/** What a person wrote on lines of the change, each with the way to its line. */
class LineCommentsElement extends PartElement {
  static override properties = { comments: { attribute: false }, labels: { attribute: false } };
  static override styles = [
    shared,
    css`
      section {
        padding: 14px 0 0;
      }
      li {
        display: grid;
        grid-template-columns: 1fr auto;
        gap: 2px 10px;
        margin-top: 6px;
        padding: 6px 10px;
        border-inline-start: 3px solid var(--vscode-panel-border);
        background: var(--vscode-textBlockQuote-background, transparent);
      }
      .place {
        width: fit-content;
        overflow-wrap: anywhere;
        color: var(--vscode-textLink-foreground);
      }
      .text {
        grid-column: 1;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];

  declare comments: readonly PacketComment[];
  declare labels: Labels;

  constructor() {
    super();
    this.comments = [];
    this.labels = {};
  }

  #tell(name: 'mam-line' | 'mam-drop', comment: PacketComment): void {
    this.dispatchEvent(new CustomEvent<PacketComment>(name, { detail: comment }));
  }

  #comment(comment: PacketComment): TemplateResult {
    const place = `${comment.path}:${comment.line}`;
    const words = (label: string): string => (this.labels[label] ?? '').replace('{place}', place);
    const drop = words('dropComment');
    return html`<li>
      <div>
        <button class="plain place code" title=${words('openLine')} @click=${() => this.#tell('mam-line', comment)}>
          ${place}
        </button>
        ${comment.note === '' ? nothing : html`<span class="quiet">${comment.note}</span>`}
      </div>
      <button class="plain" aria-label=${drop} title=${drop} @click=${() => this.#tell('mam-drop', comment)}>
        ${iconTemplate('trash')}
      </button>
      <span class="text">${comment.text}</span>
    </li>`;
  }

  override render(): TemplateResult {
    if (this.comments.length === 0) return html``;
    return html`<section aria-labelledby="title">
      <h2 id="title">${this.labels['lineComments']}</h2>
      <p class="quiet">${this.labels['lineCommentsHint']}</p>
      <ul>
        ${this.comments.map((comment) => this.#comment(comment))}
      </ul>
    </section>`;
  }
}

customElements.define('mam-line-comments', LineCommentsElement);
