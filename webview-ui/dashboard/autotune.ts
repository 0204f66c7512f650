import { css, html, LitElement, nothing, svg, type TemplateResult } from 'lit';
import type { AutotuneLane, AutotunePage, Labels } from '../../src/protocol/webview.ts';
import { shared } from '../shared/style.ts';

const [width, height] = [120, 24];

/** What a person does about a recommendation. */
interface AdviceAct {
  readonly type: 'applyTuning' | 'dismissTuning';
  readonly role: string;
  readonly agent: string;
}

export type TuneEvent = CustomEvent<AdviceAct>;

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
        stroke: var(--vscode-charts-orange, var(--vscode-editorWarning-foreground));
        stroke-dasharray: 3 3;
      }
      tbody th {
        color: inherit;
      }
      .plot {
        display: flex;
        align-items: center;
        gap: 10px;
      }
      .slow {
        display: block;
        font-size: 0.85em;
      }
      tr.flagged .words {
        color: var(--vscode-list-warningForeground, var(--vscode-editorWarning-foreground));
      }
      .standing {
        padding: 0 6px;
        border: 1px solid var(--vscode-panel-border);
        border-radius: 9px;
        font-size: 0.85em;
        line-height: 18px;
        white-space: nowrap;
      }
      .acts {
        display: inline-flex;
        gap: 6px;
        margin-inline-start: 6px;
        vertical-align: middle;
      }
    `,
  ];

  declare labels: Labels;
  declare page: AutotunePage;

  constructor() {
    super();
    this.labels = {};
    this.page = { note: '', pool: '', lanes: [] };
  }

  #act(event: AdviceAct): void {
    this.dispatchEvent(new CustomEvent('mam-tune', { detail: event }));
  }

  #advice({ lane, role, agent, advice }: AutotuneLane): TemplateResult | typeof nothing {
    if (advice === null) return nothing;
    const { labels } = this;
    const button = (type: AdviceAct['type'], title: string | undefined, said: string | undefined): TemplateResult =>
      html`<vscode-button
        secondary
        aria-label=${(said ?? '').replace('{lane}', lane)}
        @click=${() => this.#act({ type, role, agent })}
        >${title}</vscode-button
      >`;
    return html`<span class="words">${advice.words}</span> <span class="standing">${advice.standing}</span>
      <span class="acts">
        ${advice.apply ? button('applyTuning', labels['apply'], labels['applyLane']) : nothing}
        ${advice.dismiss ? button('dismissTuning', labels['dismiss'], labels['dismissLane']) : nothing}
      </span>`;
  }

  #row(lane: AutotuneLane): TemplateResult {
    return html`<tr class=${lane.advice === null ? '' : 'flagged'}>
      <th scope="row">${lane.lane}</th>
      <td>${lane.seconds.length === 0 ? nothing : this.#plot(lane)}</td>
      <td>${lane.median === null ? nothing : `${lane.median} s`}</td>
      <td>${lane.failures}</td>
      <td>${this.#advice(lane)}</td>
    </tr>`;
  }

  /** The last tasks as a line, the last one in figures, and the threshold where there is one. */
  #plot({ seconds, threshold }: AutotuneLane): TemplateResult {
    const top = Math.max(...seconds, threshold ?? 0, 1);
    const y = (value: number): number => height - (value / top) * height;
    // One task alone has no line; it is drawn as a level one.
    const drawn = seconds.length === 1 ? [...seconds, ...seconds] : seconds;
    const points = drawn.map((value, n) => `${(n * width) / (drawn.length - 1)},${y(value)}`).join(' ');
    const slow = threshold === null ? '' : (this.labels['threshold'] ?? '').replace('{seconds}', String(threshold));
    const said = [seconds.map((value) => `${value} s`).join(', '), slow].filter((part) => part !== '').join('; ');
    return html`<span class="plot"
      ><svg width=${width} height=${height} role="img" aria-label=${said}>
        ${svg`<polyline points=${points}></polyline>`}
        ${threshold === null ? nothing : svg`<line x1="0" x2=${width} y1=${y(threshold)} y2=${y(threshold)}></line>`}
      </svg>
      <span>${`${seconds.at(-1) ?? 0} s`}<span class="quiet slow">${slow}</span></span></span
    >`;
  }

  override render(): TemplateResult {
    const { labels, page } = this;
    const notes = [page.pool, page.note]
      .filter((note) => note !== '')
      .map((note) => html`<p class="quiet">${note}</p>`);
    if (page.lanes.length === 0)
      return html`<p>${labels['autotuneEmpty']}</p>
        <p class="quiet">${labels['autotuneWhy']}</p>
        ${notes}`;
    return html`${notes}
      <table>
        <thead>
          <tr>
            ${['lane', 'lately', 'median', 'failures', 'recommendation'].map(
              (name) => html`<th scope="col">${labels[name]}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${page.lanes.map((lane) => this.#row(lane))}
        </tbody>
      </table>`;
  }
}

customElements.define('mam-autotune', AutotuneElement);
