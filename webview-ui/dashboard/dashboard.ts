import { css, html, nothing, type TemplateResult } from 'lit';
import type { DashboardModel, EvidenceReport, PageCommand, TimelineRow } from '../../src/protocol/webview.ts';
import { buttonTemplate } from '../shared/buttons.ts';
import { markTemplate } from '../shared/mark.ts';
import type { RunEvent } from '../shared/runEvent.ts';
import type { TuneEvent } from './autotune.ts';
import { PageElement } from '../shared/pageElement.ts';
import { shared } from '../shared/style.ts';

interface Place {
  readonly tab: number;
}

const timelineTab = 3;
const timelineLength = 2000;

const icons: Readonly<Record<string, string>> = {
  startLoop: 'play',
  stopLoop: 'debug-stop',
  resumeLoop: 'debug-continue',
  addTask: 'add',
};

export class DashboardElement extends PageElement<DashboardModel, Place> {
  static override properties = {
    ...PageElement.properties,
    tab: { state: true },
    events: { state: true },
    evidence: { state: true },
    verifying: { state: true },
    refusal: { state: true },
  };
  static override styles = [
    shared,
    css`
      header {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px 24px;
        padding: 16px 20px 12px;
      }
      .name {
        min-width: 0;
        margin-inline-end: auto;
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 16px;
        margin-top: 4px;
        color: var(--vscode-descriptionForeground);
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
      .banner {
        display: flex;
        gap: 8px;
        margin: 0 20px 12px;
        padding: 8px 12px;
        border: 1px solid var(--vscode-inputValidation-errorBorder);
        border-radius: 4px;
        background: var(--vscode-inputValidation-errorBackground);
      }
      vscode-tabs {
        --vscode-panel-background: transparent;
      }
      vscode-tab-panel {
        padding: 16px 20px;
      }
    `,
  ];

  declare tab: number;
  declare events: readonly TimelineRow[];
  declare evidence: EvidenceReport | null;
  declare verifying: boolean;
  /** Why what was asked for last could not be done. */
  declare refusal: string | null;
  #fetched = -1;

  constructor() {
    super();
    this.tab = this.place.tab ?? 0;
    this.events = [];
    this.evidence = null;
    this.verifying = false;
    this.refusal = null;
  }

  override updated(): void {
    super.updated();
    // The timeline is asked for only while somebody looks at it.
    if (this.model === null || this.tab !== timelineTab || this.#fetched === this.model.seq) return;
    this.#fetched = this.model.seq;
    void this.host.timeline(timelineLength).then((rows) => (this.events = rows));
  }

  #select(tab: number): void {
    this.tab = tab;
    this.remember({ tab });
  }

  async #verify(): Promise<void> {
    this.verifying = true;
    try {
      this.evidence = await this.host.verify();
    } finally {
      this.verifying = false;
    }
  }

  async #tune({ type, role, agent }: TuneEvent['detail']): Promise<void> {
    this.refusal = await this.host.tune(type, role, agent);
  }

  #run(name: PageCommand, ...args: readonly string[]): void {
    void this.host.run(name, [...args]);
  }

  #header(model: DashboardModel): TemplateResult {
    const { labels } = model;
    return html`<header>
      <div class="name">
        <h1 tabindex="-1">${model.repository}</h1>
        <div class="facts">
          ${model.base === '' ? nothing : html`<span>${labels['base']}: <span class="code">${model.base}</span></span>`}
          <span class=${model.mirror ? 'attention' : ''}>${labels['owner']}: ${model.owner}</span>
          <span role="status">${labels['loop']}: ${markTemplate(model.loop)}</span>
          ${model.loopFacts.length === 0 ? nothing : html`<span class="counts">${model.loopFacts.join(' · ')}</span>`}
        </div>
      </div>
      <div class="actions">
        ${[...model.buttons, model.export].map((button) =>
          buttonTemplate(button, () => this.#run(button.name, ...button.args), { icon: icons[button.name] ?? 'play' }),
        )}
      </div>
    </header>`;
  }

  override render(): TemplateResult {
    const { model } = this;
    if (model === null) return this.loading();
    const { labels } = model;
    return html`<main @mam-run=${(event: RunEvent) => this.#run(...event.detail)}>
      ${this.#header(model)}
      ${[model.problem, this.refusal].map((said) =>
        said === null
          ? nothing
          : html`<div class="banner" role="alert">
              <vscode-icon name="error" aria-hidden="true"></vscode-icon><span>${said}</span>
            </div>`,
      )}
      <vscode-tabs
        .selectedIndex=${this.tab}
        @vsc-tabs-select=${(event: CustomEvent<{ selectedIndex: number }>) => this.#select(event.detail.selectedIndex)}
      >
        <vscode-tab-header slot="header">${labels['board']}</vscode-tab-header>
        <vscode-tab-panel><mam-board .columns=${model.columns} .labels=${labels}></mam-board></vscode-tab-panel>
        <vscode-tab-header slot="header">${labels['gate']}</vscode-tab-header>
        <vscode-tab-panel
          ><mam-gate
            .gates=${model.gates}
            .labels=${labels}
            .evidence=${this.evidence}
            .verifying=${this.verifying}
            @mam-verify=${() => void this.#verify()}
          ></mam-gate
        ></vscode-tab-panel>
        <vscode-tab-header slot="header">${labels['autotune']}</vscode-tab-header>
        <vscode-tab-panel
          ><mam-autotune
            .page=${model.autotune}
            .labels=${labels}
            @mam-tune=${(event: TuneEvent) => void this.#tune(event.detail)}
          ></mam-autotune
        ></vscode-tab-panel>
        <vscode-tab-header slot="header">${labels['timeline']}</vscode-tab-header>
        <vscode-tab-panel><mam-timeline .rows=${this.events} .labels=${labels}></mam-timeline></vscode-tab-panel>
      </vscode-tabs>
    </main>`;
  }
}
