// Loads a bundle once, as an extension host does, and prints how long it took and whether it reached outside.
// `activateOnce.cjs activate|require FILE`
const Module = require('node:module');
const [mode, file] = process.argv.slice(2);

/** Stands for any member of the vscode API: callable, constructible, and with any member of its own. */
const anything = () =>
  new Proxy(function () {}, {
    get: (target, key) => {
      if (key === Symbol.toPrimitive) return () => '';
      if (key === 'then' || key === Symbol.iterator) return undefined;
      if (key === 'isTrusted') return true;
      if (key === 'workspaceFolders' || key === 'textDocuments') return [];
      return (target[key] ??= anything());
    },
    apply: () => anything(),
    construct: () => anything(),
  });

let spawned = 0;
let connected = 0;
const childProcess = require('node:child_process');
for (const name of ['spawn', 'spawnSync', 'exec', 'execFile', 'execFileSync', 'fork']) {
  const real = childProcess[name];
  childProcess[name] = (...args) => (spawned++, real(...args));
}
const net = require('node:net');
const realConnect = net.connect;
net.connect = net.createConnection = (...args) => (connected++, realConnect(...args));

const load = Module._load;
const api = anything();
Module._load = (request, ...rest) => (request === 'vscode' ? api : load(request, ...rest));

const context = {
  subscriptions: [],
  extensionPath: require('node:path').dirname(require('node:path').dirname(file)),
  extensionUri: anything(),
  globalState: anything(),
  workspaceState: anything(),
  secrets: anything(),
  extension: anything(),
  asAbsolutePath: (path) => path,
};

void (async () => {
  const start = performance.now();
  const loaded = require(file);
  if (mode === 'activate') await loaded.activate(context);
  const ms = performance.now() - start;
  setImmediate(() => {
    process.stdout.write(JSON.stringify({ ms, spawned, connected }), () => process.exit(0));
  });
})();
