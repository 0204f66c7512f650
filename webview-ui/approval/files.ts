import { css, html, type TemplateResult } from 'lit';
import type { Labels, PacketFile } from '../../src/protocol/webview.ts';
import { iconTemplate } from '../shared/icon.ts';
import { PartElement } from '../shared/partElement.ts';
import { shared } from '../shared/style.ts';

const icons: Readonly<Record<string, string>> = {
  added: 'diff-added',
  modified: 'diff-modified',
  deleted: 'diff-removed',
  'type-changed': 'diff-renamed',
};

class FilesElement extends PartElement {
  static override properties = { files: { attribute: false }, labels: { attribute: false } };
  static override styles = [
    shared,
    css`
      section {
        padding: 14px 0;
      }
      ul {
        margin-top: 6px;
      }
      .file {
        display: grid;
        grid-template-columns: 20px 1fr auto auto;
        align-items: center;
        gap: 10px;
        width: 100%;
        padding: 4px 8px;
        border-radius: 4px;
      }
      .file:hover {
        background: var(--vscode-list-hoverBackground);
      }
      .path {
        overflow-wrap: anywhere;
      }
      .added {
        color: var(--vscode-gitDecoration-addedResourceForeground);
      }
      .removed {
        min-width: 40px;
        color: var(--vscode-list-errorForeground, var(--vscode-editorError-foreground));
      }
    `,
  ];

  declare files: readonly PacketFile[];
  declare labels: Labels;

  constructor() {
    super();
    this.files = [];
    this.labels = {};
  }

  #file(file: PacketFile): TemplateResult {
    const { labels } = this;
    const open = (labels['openDiff'] ?? '').replace('{path}', file.path);
    return html`<li>
      <button
        class="plain file"
        title=${open}
        @click=${() => this.dispatchEvent(new CustomEvent('mam-diff', { detail: file.path }))}
      >
        ${iconTemplate(icons[file.status] ?? 'file')}
        <span class="path code">${file.path}</span>
        <span class="reader">${labels[file.status] ?? file.status}</span>
        <span class="added code">+${file.added}</span>
        <span class="removed code">−${file.removed}</span>
      </button>
    </li>`;
  }

  override render(): TemplateResult {
    return html`<section aria-labelledby="title">
      <h2 id="title">${this.labels['files']}</h2>
      <ul>
        ${this.files.map((file) => this.#file(file))}
      </ul>
    </section>`;
  }
}

customElements.define('mam-files', FilesElement);
