import { css } from 'lit';

export const approvalStyle = css`
  main {
    max-width: 980px;
    margin: 0 auto;
    padding: 0 20px 40px;
  }
  .missing h1 {
    padding-top: 16px;
    font-size: 1em;
    font-weight: inherit;
    color: var(--vscode-descriptionForeground);
  }
  header {
    padding: 16px 0 12px;
    border-bottom: 1px solid var(--vscode-panel-border);
    background: var(--vscode-editor-background);
  }
  /* Where there is room for it: it must never lie over what the keyboard leads to. */
  @media (min-height: 600px) and (min-width: 600px) {
    header {
      position: sticky;
      top: 0;
      z-index: 1;
    }
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 6px 16px;
  }
  .line + .line {
    margin-top: 8px;
  }
  h1 .code {
    font-size: 0.8em;
    color: var(--vscode-descriptionForeground);
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  kbd {
    align-self: center;
    margin-inline-start: 8px;
    padding: 0 4px;
    line-height: 1.3;
    border: 1px solid currentColor;
    border-radius: 3px;
    font-family: inherit;
    font-size: 0.8em;
  }
  .reason {
    display: flex;
    gap: 6px;
    margin-top: 10px;
    padding: 6px 10px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-inline-start: 3px solid var(--vscode-list-warningForeground, var(--vscode-editorWarning-foreground));
    background: var(--vscode-textBlockQuote-background, transparent);
  }
  .decision {
    display: grid;
    gap: 10px;
    margin-top: 16px;
    padding: 12px 14px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
    border-radius: 6px;
    background: var(--vscode-editorWidget-background);
  }
  select {
    width: fit-content;
    max-width: 100%;
    padding: 3px 6px;
    color: var(--vscode-settings-dropdownForeground);
    background: var(--vscode-settings-dropdownBackground);
    border: 1px solid var(--vscode-settings-dropdownBorder, var(--vscode-panel-border));
    border-radius: 4px;
    font: inherit;
  }
  .questions {
    padding: 14px 0 0;
  }
  .questions li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 14px;
    margin-top: 6px;
  }
  .body {
    margin: 12px 0 0;
  }
`;
