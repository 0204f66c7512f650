import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-tab-header/index.js';
import '@vscode-elements/elements/dist/vscode-tab-panel/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import './autotune.ts';
import './board.ts';
import './gate.ts';
import './radar.ts';
import './tabs.ts';
import './timeline.ts';
import './usage.ts';
import { DashboardElement } from './dashboard.ts';

customElements.define('mam-dashboard', DashboardElement);
