import { html, nothing, type TemplateResult } from 'lit';
import type { DashboardTab } from '../../src/protocol/dashboardParts.ts';
import { iconTemplate } from '../shared/icon.ts';
import type { PageHost } from '../../src/protocol/pageCalls.ts';
import type { DashboardModel, DashboardPart, EvidenceReport, Labels, PageCommand } from '../../src/protocol/webview.ts';
import { buttonTemplate } from '../shared/buttons.ts';
import { markTemplate } from '../shared/mark.ts';
import type { RunEvent } from '../shared/runEvent.ts';
import type { TuneEvent } from './autotune.ts';
import { dashboardStyle } from './dashboardStyle.ts';
import { tabOrder } from './tabOrder.ts';
import { emptyFilter, type TimelineFilter } from './timelineFilter.ts';
import { PageElement } from '../shared/pageElement.ts';
import { shared } from '../shared/style.ts';

interface Place {
  readonly tab: DashboardTab;
  readonly filter: TimelineFilter;
}

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
    filter: { state: true },
    evidence: { state: true },
    verifying: { state: true },
    refusal: { state: true },
  };
  static override styles = [shared, dashboardStyle];

  declare tab: DashboardTab;
  declare filter: TimelineFilter;
  declare evidence: EvidenceReport | null;
  declare verifying: boolean;
  /** Why what was asked for last could not be done. */
  declare refusal: string | null;

  /** The host itself has any property that is asked for, so that lit would take it for a directive. */
  readonly #log: Pick<PageHost, 'timeline' | 'event'> = {
    timeline: (after, last) => this.host.timeline(after, last),
    event: (seq) => this.host.event(seq),
  };

  constructor() {
    super();
    // What is remembered may come from another version.
    this.tab = tabOrder.find((tab) => tab === this.place.tab) ?? 'board';
    this.filter = { ...emptyFilter, ...this.place.filter };
    this.evidence = null;
    this.verifying = false;
    this.refusal = null;
  }

  protected override arrive(): void {
    void this.host.look(this.tab);
  }

  #remember(place: Partial<Place>): void {
    this.remember({ tab: this.tab, filter: this.filter, ...place });
  }

  #select(tab: DashboardTab): void {
    if (tab === this.tab) return;
    this.tab = tab;
    this.#remember({ tab });
    void this.host.look(tab);
  }

  #filterBy(filter: TimelineFilter): void {
    this.filter = filter;
    this.#remember({ filter });
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

  /** What the host sent last may be another tab yet. */
  #panel({ part, labels, seq }: DashboardModel, tab: DashboardTab): TemplateResult {
    return part.tab === tab
      ? this.#part(part, labels, seq)
      : html`<p class="quiet" role="status">${labels['loadingPart']}</p>`;
  }

  #part(part: DashboardPart, labels: Labels, seq: number): TemplateResult {
    switch (part.tab) {
      case 'board':
        return html`<mam-board .columns=${part.columns} .labels=${labels}></mam-board>`;
      case 'gate':
        return html`<mam-gate
          .gates=${part.gates}
          .labels=${labels}
          .evidence=${this.evidence}
          .verifying=${this.verifying}
          @mam-verify=${() => void this.#verify()}
        ></mam-gate>`;
      case 'radar':
        return html`<mam-radar .radar=${part.radar} .labels=${labels}></mam-radar>`;
      case 'usage':
        return html`<mam-usage .usage=${part.usage} .labels=${labels}></mam-usage>`;
      case 'autotune':
        return html`<mam-autotune
          .page=${part.autotune}
          .labels=${labels}
          @mam-tune=${(event: TuneEvent) => void this.#tune(event.detail)}
        ></mam-autotune>`;
      case 'timeline':
        return html`<mam-timeline
          .log=${this.#log}
          .newest=${seq}
          .filter=${this.filter}
          .labels=${labels}
          @mam-filter=${(event: CustomEvent<TimelineFilter>) => this.#filterBy(event.detail)}
        ></mam-timeline>`;
    }
  }

  override render(): TemplateResult {
    const { model } = this;
    if (model === null) return this.loading();
    return html`<main @mam-run=${(event: RunEvent) => this.#run(...event.detail)}>
      ${this.#header(model)}
      ${[model.problem, this.refusal].map((said) =>
        said === null
          ? nothing
          : html`<div class="banner" role="alert">${iconTemplate('error')}<span>${said}</span></div>`,
      )}
      <mam-tabs
        .selectedIndex=${tabOrder.indexOf(this.tab)}
        @vsc-tabs-select=${(event: CustomEvent<{ selectedIndex: number }>) =>
          this.#select(tabOrder[event.detail.selectedIndex] ?? 'board')}
      >
        ${tabOrder.map(
          (tab) =>
            html`<vscode-tab-header slot="header">${model.tabs[tab]}</vscode-tab-header>
              <vscode-tab-panel>${tab === this.tab ? this.#panel(model, tab) : nothing}</vscode-tab-panel>`,
        )}
      </mam-tabs>
    </main>`;
  }
}
