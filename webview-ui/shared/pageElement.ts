import { createBirpc } from 'birpc';
import { html, type TemplateResult } from 'lit';
import type { PageHost } from '../../src/protocol/pageCalls.ts';
import { FocusKeeper } from './keepFocus.ts';
import { connectEditor, type Editor } from './editor.ts';
import { PartElement } from './partElement.ts';

/** A whole page: draws the newest snapshot, and keeps where the reader was over a reload. */
export abstract class PageElement<Model, Place extends object> extends PartElement {
  static override properties = { model: { state: true } };

  declare model: Model | null;
  protected readonly host: PageHost;
  readonly #editor: Editor<Place>;
  readonly #focus = new FocusKeeper();

  constructor() {
    super();
    this.model = null;
    this.#editor = connectEditor<Place>();
    this.host = createBirpc<PageHost, { render: (model: Model) => void }>(
      {
        render: (model) => {
          this.model = model;
        },
      },
      {
        post: this.#editor.postMessage,
        on: (receive) => window.addEventListener('message', (event: MessageEvent<unknown>) => receive(event.data)),
      },
    );
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.arrive();
  }

  /** Asks for the first snapshot. */
  protected arrive(): void {
    void this.host.ready();
  }

  override willUpdate(): void {
    this.#focus.note();
  }

  override updated(): void {
    // A frame later its parts have been drawn, too.
    requestAnimationFrame(() => this.#focus.restore(this.renderRoot.querySelector('h1')));
  }

  /** What stands there until the first snapshot has come; the host writes its words into the page. */
  protected loading(): TemplateResult {
    return html`<p class="loading" role="status">${this.getAttribute('loading') ?? ''}</p>`;
  }

  /** Where the reader was, or nothing on the first visit. */
  protected get place(): Partial<Place> {
    return this.#editor.getState() ?? {};
  }

  protected remember(place: Place): void {
    this.#editor.setState(place);
  }
}
