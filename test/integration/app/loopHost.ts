// Opens the application on the repository of its first argument and runs the queue to its end; made to be killed.
import { openTestApp, rehearse, until } from './support.ts';

const root = process.argv[2] ?? '';
const app = await openTestApp(root, {});
if (Object.keys(app.state.loops).length === 0) {
  const started = await app.startLoop(rehearse, { kind: 'person', id: 'test' });
  if (!started.ok) throw new Error(started.error.code);
}
process.stdout.write('open\n');
await until(
  app,
  (now) =>
    Object.values(now.state.loops).every((loop) => loop.state === 'ended') &&
    Object.keys(now.state.effects).length === 0,
  600_000,
);
await app.close();
process.stdout.write('done\n');
