import { css } from 'lit';

export const boardStyle = css`
  .columns {
    display: flex;
    align-items: flex-start;
    gap: 10px;
    overflow-x: auto;
    padding-bottom: 8px;
  }
  .column {
    flex: 1 0 164px;
    max-width: 340px;
  }
  /* A column without cards only keeps its place. */
  .column.empty {
    flex: 0 0 auto;
  }
  .column h2 {
    display: flex;
    justify-content: space-between;
    gap: 8px;
    white-space: nowrap;
    padding-bottom: 6px;
    border-bottom: 1px solid var(--vscode-panel-border);
  }
  .cards {
    display: grid;
    gap: 8px;
    padding-top: 8px;
  }
  .card {
    position: relative;
    padding: 8px 10px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
    border-radius: 6px;
    background: var(--vscode-editorWidget-background);
    cursor: pointer;
  }
  .card:hover {
    background: var(--vscode-list-hoverBackground);
  }
  .card.needs {
    border-color: var(--vscode-list-warningForeground, var(--vscode-editorWarning-foreground));
  }
  .top,
  .bottom {
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: 8px;
  }
  .top {
    font-size: 0.9em;
  }
  .title {
    margin: 3px 0 8px;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .lamps {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin-bottom: 6px;
  }
  .lamp .codicon[class*='codicon-'] {
    font-size: 12px;
  }
  .lamp {
    display: inline-flex;
    align-items: center;
    gap: 2px;
    padding: 0 6px 0 3px;
    border: 1px solid var(--vscode-panel-border);
    border-radius: 9px;
    font-size: 0.85em;
    line-height: 18px;
  }
  .lanes {
    display: grid;
    gap: 2px;
    margin-bottom: 6px;
    font-size: 0.9em;
  }
  .lane {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 8px;
  }
  .menu {
    display: grid;
    gap: 2px;
    margin: 2px 6px 0;
    padding: 6px 4px;
    border: 1px solid var(--vscode-panel-border);
    border-top: none;
    border-radius: 0 0 6px 6px;
  }
  .more {
    padding: 4px;
    color: var(--vscode-textLink-foreground);
  }
  .menu button {
    padding: 3px 6px;
    border-radius: 3px;
  }
  .menu button:hover,
  .menu button:focus-visible {
    background: var(--vscode-list-hoverBackground);
  }
  .hint {
    margin-top: 14px;
    font-size: 0.9em;
  }
`;
