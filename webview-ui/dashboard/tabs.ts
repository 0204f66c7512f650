import { VscodeTabs } from '@vscode-elements/elements/dist/vscode-tabs/vscode-tabs.js';
import { css, type CSSResultGroup } from 'lit';

/** Tabs whose headers go on in a second line where the window is narrow. */
class WrappingTabs extends VscodeTabs {
  static override styles: CSSResultGroup = [
    VscodeTabs.styles,
    css`
      .tablist {
        flex-wrap: wrap;
      }
    `,
  ];
}

customElements.define('mam-tabs', WrappingTabs);
