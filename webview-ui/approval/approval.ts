import { html, nothing, type TemplateResult } from 'lit';
import type { ApprovalModel, MissingPage } from '../../src/protocol/webview.ts';
import { buttonTemplate } from '../shared/buttons.ts';
import { markTemplate } from '../shared/mark.ts';
import { PageElement } from '../shared/pageElement.ts';
import { shared } from '../shared/style.ts';
import { approvalStyle } from './approvalStyle.ts';

interface Place {
  readonly run: string;
}

/** A key that was meant as text or as a shortcut of the editor is no decision. */
const isTyped = (event: KeyboardEvent): boolean => {
  const [target] = event.composedPath();
  const writes = target instanceof HTMLElement && /^(?:input|textarea)$/i.test(target.tagName);
  return writes || event.ctrlKey || event.metaKey || event.altKey || event.repeat;
};

export class ApprovalElement extends PageElement<ApprovalModel | MissingPage, Place> {
  static override properties = {
    ...PageElement.properties,
    returning: { state: true },
    busy: { state: true },
    refused: { state: true },
  };
  static override styles = [shared, approvalStyle];

  declare returning: boolean;
  declare busy: boolean;
  declare refused: string | null;
  readonly #onKey = (event: KeyboardEvent): void => this.#key(event);

  constructor() {
    super();
    this.returning = false;
    this.busy = false;
    this.refused = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', this.#onKey);
  }

  override disconnectedCallback(): void {
    window.removeEventListener('keydown', this.#onKey);
    super.disconnectedCallback();
  }

  override willUpdate(): void {
    if (this.model !== null && !('missing' in this.model)) this.remember({ run: this.model.run });
  }

  #key(event: KeyboardEvent): void {
    if (isTyped(event) || this.model === null || 'missing' in this.model) return;
    if (event.key.toLowerCase() === 'a') void this.#approve(this.model);
    else if (event.key.toLowerCase() === 'r') this.#startReturn(this.model);
    else return;
    event.preventDefault();
  }

  async #ask(question: () => Promise<string | null>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      this.refused = await question();
    } finally {
      this.busy = false;
    }
    return this.refused === null;
  }

  async #approve(model: ApprovalModel): Promise<void> {
    const [run = '', head = ''] = model.approve.args;
    if (model.approve.disabled === null) await this.#ask(() => this.host.approve(run, head));
  }

  #startReturn(model: ApprovalModel): void {
    if (model.giveBack.disabled !== null) return;
    this.returning = true;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('vscode-textarea')?.focus());
  }

  async #sendBack(model: ApprovalModel): Promise<void> {
    const comments = this.renderRoot.querySelector<HTMLTextAreaElement>('vscode-textarea')?.value ?? '';
    if (comments.trim() === '') return;
    if (await this.#ask(() => this.host.giveBack(model.run, comments))) this.returning = false;
  }

  #actions(model: ApprovalModel): TemplateResult | typeof nothing {
    if (model.decision !== null) return nothing;
    return html`<div class="actions">
      ${buttonTemplate(model.approve, () => void this.#approve(model), { key: 'A', icon: 'pass' })}
      ${buttonTemplate(model.giveBack, () => this.#startReturn(model), { key: 'R', icon: 'reply' })}
    </div>`;
  }

  #reason(model: ApprovalModel): TemplateResult | typeof nothing {
    const words = this.refused ?? (model.decision === null ? model.approve.disabled : null);
    if (words === null) return nothing;
    return html`<p class="reason" role="alert">
      <vscode-icon name="info" aria-hidden="true"></vscode-icon><span>${words}</span>
    </p>`;
  }

  #decision(model: ApprovalModel): TemplateResult | typeof nothing {
    const { decision } = model;
    if (decision === null) return nothing;
    return html`<section class="decision" aria-label=${model.labels['decision'] ?? ''}>
      <p role="status">${markTemplate(decision.mark, decision.words)}</p>
      ${
        model.next.length === 0
          ? nothing
          : html`<div class="actions">
              ${model.next.map((button) =>
                buttonTemplate(button, () => void this.host.run(button.name, [...button.args])),
              )}
            </div>`
      }
    </section>`;
  }

  #comments(model: ApprovalModel): TemplateResult | typeof nothing {
    if (!this.returning) return nothing;
    const { labels } = model;
    return html`<section class="comments">
      <label for="comments">${labels['comments']}</label>
      <vscode-textarea id="comments" label=${labels['comments'] ?? ''} rows="5"></vscode-textarea>
      <p class="quiet">${labels['commentsHint']}</p>
      <div class="actions">
        <vscode-button ?disabled=${this.busy} @click=${() => void this.#sendBack(model)}
          >${labels['send']}</vscode-button
        >
        <vscode-button secondary @click=${() => (this.returning = false)}>${labels['cancel']}</vscode-button>
      </div>
    </section>`;
  }

  override render(): TemplateResult {
    const { model } = this;
    if (model === null) return this.loading();
    if ('missing' in model) return html`<main><p class="quiet">${model.missing}</p></main>`;
    return html`<main>
      <header>
        <div class="line">
          <h1><span class="code">${model.task}</span> ${model.title}</h1>
          <span class="code quiet">${model.identity}</span>
        </div>
        <div class="line">
          <p>${model.wants} ${markTemplate(model.gate)}</p>
          ${this.#actions(model)}
        </div>
        ${this.#reason(model)}
      </header>
      ${this.#decision(model)} ${this.#comments(model)}
      <div class="body">
        ${model.sections.map(
          (section) => html`<mam-section .section=${section} .show=${model.labels['show'] ?? ''}></mam-section>`,
        )}
        <mam-files
          .files=${model.files}
          .labels=${model.labels}
          @mam-diff=${(event: CustomEvent<string>) => void this.host.openDiff(model.run, event.detail)}
        ></mam-files>
      </div>
    </main>`;
  }
}
