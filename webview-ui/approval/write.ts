import { css, html, LitElement, type TemplateResult } from 'lit';
import { shared } from '../shared/style.ts';

interface WriteWords {
  readonly label: string;
  readonly hint: string;
  readonly send: string;
  readonly cancel: string;
}

/** A text that a person writes to somebody. Each keystroke is told, so that nothing is lost with the page. */
class WriteElement extends LitElement {
  static override properties = {
    words: { attribute: false },
    draft: { attribute: false },
    busy: { type: Boolean },
    /** Sending it empty says something, too. */
    mayBeEmpty: { attribute: false },
  };
  static override styles = [
    shared,
    css`
      section {
        display: grid;
        gap: 10px;
        margin-top: 16px;
        padding: 12px 14px;
        border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
        border-radius: 6px;
        background: var(--vscode-editorWidget-background);
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
      vscode-textarea {
        width: 100%;
      }
    `,
  ];

  declare words: WriteWords | null;
  declare draft: string;
  declare busy: boolean;
  declare mayBeEmpty: boolean;

  constructor() {
    super();
    this.words = null;
    this.draft = '';
    this.busy = false;
    this.mayBeEmpty = false;
  }

  get #box(): (LitElement & { value: string }) | null {
    return this.renderRoot.querySelector<LitElement & { value: string }>('vscode-textarea');
  }

  override firstUpdated(): void {
    const box = this.#box;
    if (box === null) return;
    // Only now: what is typed afterwards is newer than any snapshot.
    box.value = this.draft;
    // It can take the keyboard only once it has drawn itself.
    void box.updateComplete.then(() => box.focus());
  }

  #tell(name: 'mam-send' | 'mam-draft'): void {
    this.dispatchEvent(new CustomEvent<string>(name, { detail: this.#box?.value ?? '' }));
  }

  #send(): void {
    if (this.mayBeEmpty || (this.#box?.value ?? '').trim() !== '') this.#tell('mam-send');
  }

  override render(): TemplateResult {
    const { words } = this;
    if (words === null) return html``;
    return html`<section>
      <label for="text">${words.label}</label>
      <slot></slot>
      <vscode-textarea
        id="text"
        .label=${words.label}
        rows="5"
        maxlength="20000"
        @input=${() => this.#tell('mam-draft')}
      ></vscode-textarea>
      <p class="quiet">${words.hint}</p>
      <div class="actions">
        <vscode-button ?disabled=${this.busy} @click=${() => this.#send()}>${words.send}</vscode-button>
        <vscode-button secondary @click=${() => this.dispatchEvent(new Event('mam-cancel'))}
          >${words.cancel}</vscode-button
        >
      </div>
    </section>`;
  }
}

customElements.define('mam-write', WriteElement);
