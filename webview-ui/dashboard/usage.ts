import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { UsagePage, UsageRow } from '../../src/protocol/dashboardParts.ts';
import type { Labels } from '../../src/protocol/webview.ts';
import { shared } from '../shared/style.ts';

class UsageElement extends LitElement {
  static override properties = { usage: { attribute: false }, labels: { attribute: false } };
  static override styles = [
    shared,
    css`
      section {
        margin-bottom: 24px;
        overflow-x: auto;
      }
      table {
        border-collapse: collapse;
        margin-top: 6px;
      }
      th,
      td {
        padding: 6px 20px 6px 0;
        border-bottom: 1px solid var(--vscode-panel-border);
        text-align: start;
      }
      th {
        font-weight: 600;
      }
      thead th {
        color: var(--vscode-descriptionForeground);
      }
      td {
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  declare usage: UsagePage | null;
  declare labels: Labels;

  constructor() {
    super();
    this.usage = null;
    this.labels = {};
  }

  #row({ name, lanes, input, output, cost }: UsageRow): TemplateResult {
    return html`<tr>
      <th scope="row" class="code">${name}</th>
      ${[lanes, input, output, cost].map((words) => html`<td>${words}</td>`)}
    </tr>`;
  }

  #table(title: string | undefined, first: string | undefined, rows: readonly UsageRow[]): TemplateResult {
    const { labels } = this;
    const heads = [first, labels['lanes'], labels['tokensIn'], labels['tokensOut'], labels['cost']];
    return html`<section tabindex="0" aria-label=${title ?? ''}>
      <h2>${title}</h2>
      <table>
        <thead>
          <tr>
            ${heads.map((head) => html`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => this.#row(row))}
        </tbody>
      </table>
    </section>`;
  }

  override render(): TemplateResult {
    const { usage, labels } = this;
    if (usage === null) return html``;
    const { limits, agents, tasks, more } = usage;
    return html`<section>
        <h2>${labels['limits']}</h2>
        ${
          limits.length === 0
            ? html`<p class="quiet">${labels['noLimits']}</p>`
            : html`<ul>
                ${limits.map((words) => html`<li class="attention">${words}</li>`)}
              </ul>`
        }
      </section>
      ${
        agents.length === 0
          ? html`<p class="quiet">${labels['usageEmpty']}</p>`
          : html`${this.#table(labels['byAgent'], labels['agent'], agents)}
            ${this.#table(labels['byTask'], labels['task'], tasks)}`
      }
      ${more === '' ? nothing : html`<p class="quiet">${more}</p>`}`;
  }
}

customElements.define('mam-usage', UsageElement);
