import { css, html, LitElement, nothing, svg, type TemplateResult } from 'lit';
import type { AutotuneLane, AutotunePage, Labels } from '../../src/protocol/webview.ts';
import { shared } from '../shared/style.ts';

const [width, height] = [120, 24];

class AutotuneElement extends LitElement {
  static override properties = { labels: { attribute: false }, page: { attribute: false } };
  static override styles = [
    shared,
    css`
      table {
        width: 100%;
        margin-top: 12px;
        border-collapse: collapse;
      }
      th,
      td {
        padding: 6px 12px 6px 0;
        border-bottom: 1px solid var(--vscode-panel-border);
        text-align: start;
        vertical-align: middle;
      }
      th {
        font-weight: 600;
        color: var(--vscode-descriptionForeground);
      }
      svg {
        display: block;
        overflow: visible;
      }
      polyline {
        fill: none;
        stroke: var(--vscode-charts-blue);
        stroke-width: 1.5;
      }
      line {
        stroke: var(--vscode-charts-orange);
        stroke-dasharray: 3 3;
      }
      tr.flagged td:last-child {
        color: var(--vscode-editorWarning-foreground);
      }
    `,
  ];

  declare labels: Labels;
  declare page: AutotunePage;

  constructor() {
    super();
    this.labels = {};
    this.page = { note: '', lanes: [] };
  }

  override render(): TemplateResult {
    const { labels, page } = this;
    if (page.lanes.length === 0)
      return html`<p>${labels['autotuneEmpty']}</p>
        <p class="quiet">${labels['autotuneWhy']}</p>
        <p class="quiet">${page.note}</p>`;
    return html`<p class="quiet">${page.note}</p>
      <table>
        <thead>
          <tr>
            ${['lane', 'lately', 'median', 'failures', 'recommendation'].map((name) => html`<th>${labels[name]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${page.lanes.map(row)}
        </tbody>
      </table>`;
  }
}

const row = (lane: AutotuneLane): TemplateResult =>
  html`<tr class=${lane.flagged ? 'flagged' : ''}>
    <td>${lane.lane}</td>
    <td>${lane.seconds.length === 0 ? nothing : plot(lane)}</td>
    <td>${lane.median === null ? nothing : `${lane.median} s`}</td>
    <td>${lane.failures}</td>
    <td>${lane.words}</td>
  </tr>`;

/** The last tasks as a line, the last one in figures, and the threshold where there is one. */
function plot({ seconds, threshold }: AutotuneLane): TemplateResult {
  const top = Math.max(...seconds, threshold ?? 0, 1);
  const y = (value: number): number => height - (value / top) * height;
  const step = seconds.length > 1 ? width / (seconds.length - 1) : 0;
  const points = seconds.map((value, n) => `${n * step},${y(value)}`).join(' ');
  const said = `${seconds.at(-1) ?? 0} s`;
  return html`<svg width=${width} height=${height} role="img" aria-label=${seconds.join(', ')}>
      ${svg`<polyline points=${points}></polyline>`}
      ${threshold === null ? nothing : svg`<line x1="0" x2=${width} y1=${y(threshold)} y2=${y(threshold)}></line>`}
    </svg>
    ${said}`;
}

customElements.define('mam-autotune', AutotuneElement);
