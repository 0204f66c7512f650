import { css } from 'lit';

/** What every part of a page shares: theme colours only, and no motion for those who want none. */
export const shared = css`
  :host {
    display: block;
    color: var(--vscode-foreground);
    font-family: var(--vscode-font-family);
    font-size: var(--vscode-font-size);
  }
  :host([hidden]) {
    display: none;
  }
  h1,
  h2,
  h3,
  p,
  ul,
  table {
    margin: 0;
    padding: 0;
  }
  h1 {
    font-size: 1.5em;
    font-weight: 600;
    line-height: 1.3;
  }
  h2 {
    font-size: 0.85em;
    font-weight: 600;
    letter-spacing: 0.02em;
    text-transform: uppercase;
    color: var(--vscode-descriptionForeground);
  }
  ul {
    list-style: none;
  }
  .loading {
    padding: 16px 20px;
    color: var(--vscode-descriptionForeground);
  }
  .quiet {
    color: var(--vscode-descriptionForeground);
  }
  .code {
    font-family: var(--vscode-editor-font-family);
    font-size: 0.92em;
  }
  /* Those of the theme's greens, ambers and reds that can be read on its background. */
  .attention {
    color: var(--vscode-list-warningForeground, var(--vscode-editorWarning-foreground));
  }
  .bad {
    color: var(--vscode-list-errorForeground, var(--vscode-editorError-foreground));
  }
  .good {
    color: var(--vscode-gitDecoration-addedResourceForeground);
  }
  .muted {
    color: var(--vscode-descriptionForeground);
  }
  .codicon {
    color: inherit;
    vertical-align: middle;
  }
  /* Without weight, so that each part can say what its own buttons look like. */
  :where(button.plain) {
    all: unset;
    box-sizing: border-box;
    cursor: pointer;
  }
  a:focus-visible,
  button:focus-visible,
  [tabindex]:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 2px;
  }
  .reader {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      animation: none !important;
      transition: none !important;
    }
  }
`;
