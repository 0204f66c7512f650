import { openBuilt } from './openBuilt.ts';
import type { JobsReport } from './jobsProtocol.ts';

// The host of test/bench/jobs.bench.ts: `jobsHost ROOT DIST`, a process of its own that can be killed and whose cost can be
// told. It reports once when it is open, whenever it is asked, and when no job is open any more.
const [root = '', dist = ''] = process.argv.slice(2);

process.once('disconnect', () => process.exit(0));
void openBuilt(root, dist).then((app) => {
  const look = (): JobsReport => {
    const jobs = Object.values(app.state.delegations);
    const { user, system } = process.cpuUsage();
    return {
      jobs: jobs.length,
      open: jobs.filter(({ status }) => status === 'running').length,
      isOwner: app.role === 'owner',
      cpu: (user + system) / 1000,
    };
  };
  const say = (): void => void process.send?.(look());
  process.on('message', say);
  let wereOpen = true;
  const follow = (): void => {
    const isOpen = look().open > 0;
    if (wereOpen && !isOpen) say();
    wereOpen = isOpen;
  };
  app.onDidChange(follow);
  say();
  follow();
});
