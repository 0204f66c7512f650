import { css } from 'lit';

export const timelineStyle = css`
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 8px 12px;
    margin-bottom: 8px;
  }
  label {
    display: grid;
    gap: 2px;
    min-width: 0;
    max-width: 100%;
    color: var(--vscode-descriptionForeground);
  }
  vscode-textfield {
    width: min(280px, 100%);
  }
  select {
    box-sizing: border-box;
    max-width: 200px;
    min-height: 26px;
    padding: 2px 4px;
    border: 1px solid var(--vscode-dropdown-border, var(--vscode-settings-dropdownBorder, currentColor));
    border-radius: 2px;
    color: var(--vscode-dropdown-foreground);
    background: var(--vscode-dropdown-background);
    font: inherit;
  }
  select:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
  }
  .list {
    position: relative;
    height: min(60vh, 640px);
    overflow-y: auto;
    border-top: 1px solid var(--vscode-panel-border);
  }
  .row {
    display: grid;
    grid-template-columns: 56px 116px 1fr 90px;
    gap: 12px;
    align-items: center;
    box-sizing: border-box;
    width: 100%;
    height: 28px;
    padding: 0 6px;
    border-bottom: 1px solid var(--vscode-editorWidget-border, transparent);
  }
  .row:hover {
    background: var(--vscode-list-hoverBackground);
  }
  .row span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  pre {
    margin: 12px 0 0;
    padding: 10px 12px;
    overflow: auto;
    max-height: 40vh;
    border-radius: 4px;
    background: var(--vscode-textCodeBlock-background);
  }
`;
