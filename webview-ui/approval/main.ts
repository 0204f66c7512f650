import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-textarea/index.js';
import './files.ts';
import './lineComments.ts';
import './section.ts';
import './write.ts';
import { ApprovalElement } from './approval.ts';

customElements.define('mam-approval', ApprovalElement);
