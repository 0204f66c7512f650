import { LitElement } from 'lit';
import type { PageHost } from '../../src/protocol/webview.ts';
import { connectEditor, type Editor } from './editor.ts';
import { connectHost } from './host.ts';

/** A whole page: draws the newest snapshot, and keeps where the reader was over a reload. */
export abstract class PageElement<Model, Place extends object> extends LitElement {
  static override properties = { model: { state: true } };

  declare model: Model | null;
  protected readonly host: PageHost;
  readonly #editor: Editor<Place>;

  constructor() {
    super();
    this.model = null;
    this.#editor = connectEditor<Place>();
    this.host = connectHost<Model>(this.#editor, (model) => {
      this.model = model;
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.host.ready();
  }

  /** Where the reader was, or nothing on the first visit. */
  protected get place(): Partial<Place> {
    return this.#editor.getState() ?? {};
  }

  protected remember(place: Place): void {
    this.#editor.setState(place);
  }
}
