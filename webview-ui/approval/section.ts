import { css, html, nothing, type TemplateResult } from 'lit';
import type { PacketLine, PacketSection } from '../../src/protocol/webview.ts';
import { iconTemplate } from '../shared/icon.ts';
import { markTemplate } from '../shared/mark.ts';
import { PartElement } from '../shared/partElement.ts';
import { shared } from '../shared/style.ts';

class SectionElement extends PartElement {
  static override properties = { section: { attribute: false }, show: { attribute: false } };
  static override styles = [
    shared,
    css`
      section {
        display: grid;
        grid-template-columns: minmax(120px, 180px) 1fr;
        gap: 4px 20px;
        padding: 10px 0;
        border-bottom: 1px solid var(--vscode-panel-border);
      }
      h2 {
        text-transform: none;
        letter-spacing: 0;
        font-size: 1em;
      }
      li + li {
        margin-top: 4px;
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 14px;
      }
      .text {
        overflow-wrap: anywhere;
      }
      summary {
        display: flex;
        gap: 2px;
        width: fit-content;
        margin-inline-start: -18px;
        cursor: pointer;
        list-style: none;
      }
      summary:hover .text {
        text-decoration: underline;
      }
      details[open] .codicon-chevron-right {
        rotate: 90deg;
      }
      summary:focus-visible {
        outline: 1px solid var(--vscode-focusBorder);
      }
      pre {
        max-height: 320px;
        margin: 6px 0 0;
        padding: 8px 10px;
        overflow: auto;
        border-radius: 4px;
        background: var(--vscode-textCodeBlock-background);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      @media (max-width: 560px) {
        section {
          grid-template-columns: 1fr;
        }
      }
    `,
  ];

  declare section: PacketSection | null;
  declare show: string;

  constructor() {
    super();
    this.section = null;
    this.show = '';
  }

  #line(line: PacketLine): TemplateResult {
    const row = html`<span class="text">${line.text}</span>${line.mark === null ? nothing : markTemplate(line.mark)}`;
    if (line.detail.trim() === '') return html`<li><div class="row">${row}</div></li>`;
    return html`<li>
      <details>
        <summary title=${this.show}>${iconTemplate('chevron-right')}<span class="row">${row}</span></summary>
        <pre class="code" tabindex="0">${line.detail}</pre>
      </details>
    </li>`;
  }

  override render(): TemplateResult {
    const { section } = this;
    if (section === null) return html``;
    return html`<section aria-labelledby="title">
      <h2 id="title">${section.title}</h2>
      <ul>
        ${section.lines.map((line) => this.#line(line))}
      </ul>
    </section>`;
  }
}

customElements.define('mam-section', SectionElement);
