// What the sidebar and the status bar need of an editor, and nothing behind it: the bench of the sidebar loads MAM's own views
// with this in the place of `vscode`. It takes from a tree what VS Code takes: each row that is to be drawn again.

class EventEmitter {
  #listeners = new Set();
  event = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  };
  fire(value) {
    for (const listener of this.#listeners) listener(value);
  }
  dispose() {
    this.#listeners.clear();
  }
}

function TreeItem(label, collapsibleState) {
  Object.assign(this, { label, collapsibleState });
}
function ThemeIcon(id, color) {
  Object.assign(this, { id, color });
}
function ThemeColor(id) {
  this.id = id;
}
function MarkdownString(value) {
  this.value = value;
}
const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
const StatusBarAlignment = { Left: 1, Right: 2 };

/** How many rows were taken since it was last set to nothing. */
const drawn = { items: 0 };

const draw = (provider, row) => {
  if (row === undefined) for (const root of provider.getChildren()) draw(provider, root);
  else if (provider.getTreeItem(row)) drawn.items += 1;
};

const nothing = { dispose: () => undefined };
const never = () => nothing;

const window = {
  createTreeView(_id, { treeDataProvider: provider }) {
    provider.onDidChangeTreeData((rows) => {
      for (const row of Array.isArray(rows) ? rows : [rows]) draw(provider, row);
    });
    draw(provider, undefined);
    return { visible: true, onDidChangeVisibility: never, onDidChangeSelection: never, dispose: () => undefined };
  },
  createStatusBarItem: () => ({ show: () => undefined, hide: () => undefined, dispose: () => undefined }),
};
const workspace = {
  isTrusted: true,
  workspaceFolders: [{ uri: { scheme: 'file', path: '/repo', with: () => ({}) } }],
  fs: { stat: () => Promise.resolve({}) },
  getConfiguration: () => ({ get: () => undefined }),
  onDidGrantWorkspaceTrust: never,
  onDidChangeWorkspaceFolders: never,
  createFileSystemWatcher: () => ({ onDidCreate: never, onDidChange: never, onDidDelete: never, ...nothing }),
};
const commands = { executeCommand: () => Promise.resolve() };
const env = { language: 'en' };
const l10n = {
  t: (text, params = {}) =>
    text.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole)),
};

function RelativePattern(base, pattern) {
  Object.assign(this, { base, pattern });
}

const DataTransferItem = function (value) {
  this.value = value;
};

module.exports = {
  DataTransferItem,
  RelativePattern,
  EventEmitter,
  TreeItem,
  ThemeIcon,
  ThemeColor,
  MarkdownString,
  TreeItemCollapsibleState,
  StatusBarAlignment,
  drawn,
  window,
  workspace,
  commands,
  env,
  l10n,
};
