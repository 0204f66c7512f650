import { delimiter, dirname, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment without what npm put in front of the PATH for a script: the `node_modules/.bin` of its package and of
 * every folder above, and at last a folder `node-gyp-bin` of its own. What follows that is the person's, even where it
 * looks alike.
 */
export function withoutNpm(env: Environment): Environment {
  const prefix = env['npm_config_local_prefix'];
  if (!prefix) return env;
  const bins = binsFrom(prefix);
  const cut = (path: string): string => {
    const entries = path.split(delimiter);
    const end = entries.findIndex((entry) => !bins.has(entry) && !isGyp(entry));
    const added = end < 0 ? entries : entries.slice(0, end);
    const last = added.findLastIndex(isGyp);
    return entries.slice(last < 0 ? added.length : last + 1).join(delimiter);
  };
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value && /^path$/i.test(name) ? cut(value) : value]),
  );
}

const isGyp = (entry: string): boolean => /[\\/]node-gyp-bin[\\/]?$/.test(entry);

function binsFrom(prefix: string): ReadonlySet<string> {
  const bins = new Set<string>();
  for (let folder = prefix; !bins.has(join(folder, 'node_modules/.bin')); folder = dirname(folder))
    bins.add(join(folder, 'node_modules/.bin'));
  return bins;
}
