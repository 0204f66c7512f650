// The environment that a person had before `npm start` put its own into it.
import { delimiter, dirname, join } from 'node:path';

/**
 * Without npm's variables and without what npm put in front of the PATH: programs that MAM runs for the person must be
 * the person's own, not MAM's tools. What npm prepends are the `node_modules/.bin` of the package and of every folder
 * above it, and at last a folder `node-gyp-bin` of its own.
 */
export function personEnvironment(env) {
  const prefix = env['npm_config_local_prefix'];
  const kept = Object.entries(env).filter(([name]) => !/^npm_|^INIT_CWD$|^NODE$/i.test(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, /^PATH$/i.test(name) && prefix ? withoutNpm(value, prefix) : value]),
  );
}

function withoutNpm(path, prefix) {
  const bins = new Set();
  for (let folder = prefix; !bins.has(join(folder, 'node_modules/.bin')); folder = dirname(folder))
    bins.add(join(folder, 'node_modules/.bin'));
  const isGyp = (entry) => /[\\/]node-gyp-bin[\\/]?$/.test(entry);
  const entries = path.split(delimiter);
  const end = entries.findIndex((entry) => !bins.has(entry) && !isGyp(entry));
  const added = end < 0 ? entries : entries.slice(0, end);
  // What follows npm's last folder is the person's own, even where it looks alike.
  const last = added.findLastIndex(isGyp);
  return entries.slice(last < 0 ? added.length : last + 1).join(delimiter);
}
