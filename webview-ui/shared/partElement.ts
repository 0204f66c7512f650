import { LitElement } from 'lit';

/**
 * A part of a page that shows icons of the editor. Styles of the page end at a part's border, so that each part loads
 * their style anew, once: the library's own icon loads it for every icon, which takes a second for a hundred of them.
 */
export class PartElement extends LitElement {
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    const page = document.getElementById('vscode-codicon-stylesheet');
    if (page instanceof HTMLLinkElement) {
      const style = document.createElement('link');
      Object.assign(style, { rel: 'stylesheet', href: page.href, nonce: page.nonce });
      root.append(style);
    }
    return root;
  }
}
