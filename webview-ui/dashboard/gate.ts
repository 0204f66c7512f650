import { css, html, nothing, type TemplateResult } from 'lit';
import type { EvidenceReport, GateRow, GateTable, Labels } from '../../src/protocol/webview.ts';
import { markTemplate } from '../shared/mark.ts';
import { runEvent } from '../shared/runEvent.ts';
import { PartElement } from '../shared/partElement.ts';
import { shared } from '../shared/style.ts';

class GateElement extends PartElement {
  static override properties = {
    gates: { attribute: false },
    labels: { attribute: false },
    evidence: { attribute: false },
    verifying: { type: Boolean },
  };
  static override styles = [
    shared,
    css`
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px 16px;
        margin-bottom: 16px;
      }
      section {
        margin-bottom: 24px;
      }
      .task {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 4px 12px;
        margin-bottom: 6px;
      }
      .task h2 {
        font-size: 1.05em;
        letter-spacing: 0;
        text-transform: none;
        color: inherit;
      }
      .task button {
        color: var(--vscode-textLink-foreground);
      }
      .task button:hover {
        text-decoration: underline;
      }
      table {
        width: 100%;
        border-collapse: collapse;
      }
      th,
      td {
        padding: 6px 12px 6px 0;
        border-bottom: 1px solid var(--vscode-panel-border);
        text-align: start;
        vertical-align: top;
      }
      th {
        font-weight: 600;
        color: var(--vscode-descriptionForeground);
      }
      td:first-child {
        width: 24%;
      }
      td:nth-child(2) {
        width: 14%;
        white-space: nowrap;
      }
      td:last-child,
      th:last-child {
        width: 10%;
        padding-inline-end: 0;
      }
      .proof {
        overflow-wrap: anywhere;
      }
    `,
  ];

  declare gates: readonly GateTable[];
  declare labels: Labels;
  declare evidence: EvidenceReport | null;
  declare verifying: boolean;

  constructor() {
    super();
    this.gates = [];
    this.labels = {};
    this.evidence = null;
    this.verifying = false;
  }

  #row(row: GateRow): TemplateResult {
    return html`<tr>
      <td>${row.title}</td>
      <td>${markTemplate(row.mark)}</td>
      <td class="proof">
        ${
          row.missing.length === 0
            ? html`<span class="code quiet">${row.proof}</span>`
            : row.missing.map((sentence) => html`<p>${sentence}</p>`)
        }
      </td>
      <td class="code quiet">${row.commit}</td>
    </tr>`;
  }

  #table(gate: GateTable): TemplateResult {
    const { labels } = this;
    return html`<section>
      <div class="task">
        <h2><span class="code">${gate.task}</span> ${gate.title}</h2>
        ${markTemplate(gate.mark)}
        <button class="plain" @click=${() => this.dispatchEvent(runEvent('openApprovalPacket', gate.run))}>
          ${labels['openPacket']}
        </button>
      </div>
      <table aria-label="${labels['gate']} ${gate.task}">
        <thead>
          <tr>
            <th scope="col">${labels['rule']}</th>
            <th scope="col">${labels['outcome']}</th>
            <th scope="col">${labels['proof']}</th>
            <th scope="col">${labels['commit']}</th>
          </tr>
        </thead>
        <tbody>
          ${gate.rows.map((row) => this.#row(row))}
        </tbody>
      </table>
    </section>`;
  }

  override render(): TemplateResult {
    const { labels, evidence } = this;
    return html`<div class="bar">
        <vscode-button
          secondary
          icon="verified"
          ?disabled=${this.verifying}
          @click=${() => this.dispatchEvent(new CustomEvent('mam-verify'))}
          >${this.verifying ? labels['verifying'] : labels['verify']}</vscode-button
        >
        <span role="status"
          >${
            evidence === null
              ? nothing
              : html`${markTemplate(evidence.mark)} <span class="quiet">${evidence.lines.join(' ')}</span>`
          }</span
        >
      </div>
      ${
        this.gates.length === 0
          ? html`<p class="quiet">${labels['gateEmpty']}</p>`
          : this.gates.map((gate) => this.#table(gate))
      }`;
  }
}

customElements.define('mam-gate', GateElement);
