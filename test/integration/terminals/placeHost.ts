import { headlessIn } from '../../contract/terminals/headlessPlaces.ts';
import { tmuxIn } from '../../contract/terminals/tmuxPlaces.ts';

// A host of its own, to be killed: `placeHost tmux|headless <folder> <spec as JSON>` opens a session, watches and says so.
const [kind = '', folder = '', spec = ''] = process.argv.slice(2);
const terminals = kind === 'tmux' ? tmuxIn(folder) : headlessIn(folder).terminals;
const opened = await terminals.open(JSON.parse(spec), new AbortController().signal);
terminals.watch(() => process.stdout.write('change\n'));
process.stdout.write(`${JSON.stringify(opened)}\n`);
setInterval(() => undefined, 60_000);
