import { css } from 'lit';

export const dashboardStyle = css`
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 24px;
    padding: 16px 20px 12px;
  }
  .name {
    min-width: 0;
    margin-inline-end: auto;
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 16px;
    margin-top: 4px;
    color: var(--vscode-descriptionForeground);
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .banner {
    display: flex;
    gap: 8px;
    margin: 0 20px 12px;
    padding: 8px 12px;
    border: 1px solid var(--vscode-inputValidation-errorBorder);
    border-radius: 4px;
    background: var(--vscode-inputValidation-errorBackground);
  }
  mam-tabs {
    --vscode-panel-background: transparent;
  }
  vscode-tab-panel {
    padding: 16px 20px;
  }
`;
