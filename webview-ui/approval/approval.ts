import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PacketComment } from '../../src/protocol/packetParts.ts';
import { iconTemplate } from '../shared/icon.ts';
import type { ApprovalModel, MissingPage, PageButton } from '../../src/protocol/webview.ts';
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
  const writes = target instanceof HTMLElement && /^(?:input|textarea|select)$/i.test(target.tagName);
  return writes || event.ctrlKey || event.metaKey || event.altKey || event.repeat;
};

export class ApprovalElement extends PageElement<ApprovalModel | MissingPage, Place> {
  static override properties = {
    ...PageElement.properties,
    writing: { state: true },
    busy: { state: true },
    refused: { state: true },
  };
  static override styles = [shared, approvalStyle];

  declare writing: 'return' | 'ask' | null;
  declare busy: boolean;
  declare refused: string | null;
  readonly #onKey = (event: KeyboardEvent): void => this.#key(event);

  constructor() {
    super();
    this.writing = null;
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
    super.willUpdate();
    if (this.model !== null && !('missing' in this.model)) this.remember({ run: this.model.run });
  }

  #key(event: KeyboardEvent): void {
    // While something is written, a letter that misses its box decides nothing.
    if (this.writing !== null || isTyped(event) || this.model === null || 'missing' in this.model) return;
    if (event.key.toLowerCase() === 'a') void this.#approve(this.model);
    else if (event.key.toLowerCase() === 'r') this.#write('return', this.model.giveBack);
    else if (event.key.toLowerCase() === 'q') this.#write('ask', this.model.ask);
    else if (event.key.toLowerCase() === 'd') this.#openAll(this.model);
    else if (event.key.toLowerCase() === 'e') this.#export(this.model);
    else return;
    event.preventDefault();
  }

  async #try(question: () => Promise<string | null>): Promise<boolean> {
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
    if (model.approve.disabled === null) await this.#try(() => this.host.approve(run, head));
  }

  #write(kind: 'return' | 'ask', button: PageButton): void {
    if (button.disabled === null) this.writing = kind;
  }

  async #sendBack(model: ApprovalModel, comments: string): Promise<void> {
    if (await this.#try(() => this.host.giveBack(model.run, comments))) this.writing = null;
  }

  async #sendQuestion(model: ApprovalModel, question: string): Promise<void> {
    const to = this.renderRoot.querySelector('select')?.value ?? '';
    if (await this.#try(() => this.host.ask(model.run, to, question))) this.writing = null;
  }

  #openAll(model: ApprovalModel): void {
    if (model.openAll.disabled === null) void this.host.openAll(model.run);
  }

  #export({ export: button }: ApprovalModel): void {
    void this.host.run(button.name, [...button.args]);
  }

  #actions(model: ApprovalModel): TemplateResult {
    const look = html`${buttonTemplate(model.openAll, () => this.#openAll(model), { key: 'D', icon: 'diff-multiple' })}
    ${buttonTemplate(model.export, () => this.#export(model), { key: 'E', icon: 'export' })}`;
    if (model.decision !== null) return html`<div class="actions">${look}</div>`;
    return html`<div class="actions">
      ${buttonTemplate(model.approve, () => void this.#approve(model), { key: 'A', icon: 'pass' })}
      ${buttonTemplate(model.giveBack, () => this.#write('return', model.giveBack), { key: 'R', icon: 'reply' })}
      ${buttonTemplate(model.ask, () => this.#write('ask', model.ask), { key: 'Q', icon: 'question' })} ${look}
    </div>`;
  }

  /** Both are there before their words are: only then a screen reader tells of them, the refusal at once. */
  #reasons(model: ApprovalModel): TemplateResult {
    const why = this.refused === null && model.decision === null ? model.approve.disabled : null;
    return html`<div role="status">${this.#reason(why)}</div>
      <div role="alert">${this.#reason(this.refused)}</div>`;
  }

  #reason(words: string | null): TemplateResult | typeof nothing {
    if (words === null) return nothing;
    return html`<p class="reason">${iconTemplate('info')}<span>${words}</span></p>`;
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

  #writes(model: ApprovalModel): TemplateResult | typeof nothing {
    const { writing } = this;
    if (writing === null) return nothing;
    const { labels } = model;
    const isReturn = writing === 'return';
    const words = {
      label: labels[isReturn ? 'comments' : 'ask'],
      hint: labels[isReturn ? 'commentsHint' : 'askHint'],
      send: labels[isReturn ? 'send' : 'askSend'],
      cancel: labels['cancel'],
    };
    const send = (text: string): Promise<void> =>
      isReturn ? this.#sendBack(model, text) : this.#sendQuestion(model, text);
    return html`${keyed(
      writing,
      html`<mam-write
        .words=${words}
        .draft=${model.drafts[writing]}
        .mayBeEmpty=${isReturn && model.comments.length > 0}
        ?busy=${this.busy}
        @mam-draft=${(event: CustomEvent<string>) => void this.host.keepDraft(model.run, writing, event.detail)}
        @mam-send=${(event: CustomEvent<string>) => void send(event.detail)}
        @mam-cancel=${() => (this.writing = null)}
        >${isReturn ? nothing : this.#whom(model)}</mam-write
      >`,
    )}`;
  }

  #whom({ labels, askChoices }: ApprovalModel): TemplateResult {
    return html`<select aria-label=${labels['askWhom'] ?? ''}>
      ${askChoices.map(({ id, title }) => html`<option value=${id}>${title}</option>`)}
    </select>`;
  }

  #questions({ questions, labels }: ApprovalModel): TemplateResult | typeof nothing {
    if (questions.length === 0) return nothing;
    return html`<section class="questions" aria-labelledby="questions">
      <h2 id="questions">${labels['questions']}</h2>
      <ul>
        ${questions.map(
          ({ text, mark, open }) =>
            html`<li>
              <span>${text}</span> ${markTemplate(mark)}
              ${buttonTemplate(open, () => void this.host.run(open.name, [...open.args]))}
            </li>`,
        )}
      </ul>
    </section>`;
  }

  override render(): TemplateResult {
    const { model } = this;
    if (model === null) return this.loading();
    if ('missing' in model) return html`<main class="missing"><h1 tabindex="-1">${model.missing}</h1></main>`;
    return html`<main>
      <header>
        <div class="line">
          <h1 tabindex="-1"><span class="code">${model.task}</span> ${model.title}</h1>
          <span class="code quiet">${model.identity}</span>
        </div>
        <div class="line">
          <p>${model.wants} ${markTemplate(model.gate)}</p>
          ${this.#actions(model)}
        </div>
        ${this.#reasons(model)}
      </header>
      ${this.#decision(model)} ${this.#writes(model)} ${this.#questions(model)}
      <mam-line-comments
        .comments=${model.comments}
        .labels=${model.labels}
        @mam-line=${({ detail }: CustomEvent<PacketComment>) =>
          void this.host.openDiff(model.run, detail.path, detail.line)}
        @mam-drop=${({ detail }: CustomEvent<PacketComment>) => void this.host.dropComment(detail.id)}
      ></mam-line-comments>
      <div class="body">
        ${repeat(
          model.sections,
          ({ id }) => id,
          (section) => html`<mam-section .section=${section} .show=${model.labels['show'] ?? ''}></mam-section>`,
        )}
        <mam-files
          .files=${model.files}
          .labels=${model.labels}
          @mam-diff=${(event: CustomEvent<string>) => void this.host.openDiff(model.run, event.detail, null)}
        ></mam-files>
      </div>
    </main>`;
  }
}
