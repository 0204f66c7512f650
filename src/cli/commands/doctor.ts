import { exit, type Cli } from '../cli.ts';
import type { Finding } from '../doctor/finding.ts';
import { diskFinding, gitFinding, nodeFinding, settingsFindings } from '../doctor/machine.ts';
import { busFinding, placeFindings } from '../doctor/sessions.ts';
import { agentFindings, logFinding, repositoryFindings, storeFinding, worktreeFindings } from '../doctor/repository.ts';
import { finding } from '../doctor/finding.ts';
import { pad } from '../paint.ts';
import { words } from '../tell.ts';
import { json, type Verb } from '../verb.ts';

export const doctor: Verb = {
  name: 'doctor',
  summary: 'Look at what MAM needs, and say what mends what is wrong',
  positional: '',
  positionals: [0, 0],
  options: { json },
  run: async (cli, call) => {
    const findings = await examine(cli);
    if (call.flag('json')) cli.terminal.out(JSON.stringify({ findings }));
    else for (const one of findings) cli.terminal.out(line(cli, one));
    return findings.some((one) => one.level === 'fail') ? exit.blocked : exit.done;
  },
};

async function examine(cli: Cli): Promise<readonly Finding[]> {
  const machine = [nodeFinding(cli), await gitFinding(cli), ...settingsFindings(cli)];
  const opened = await cli.open({ mirrorOnly: true });
  if (!opened.ok) return [...machine, finding('fail', cli.t('Repository'), words(cli, opened.error))];
  const app = opened.value;
  try {
    return [
      ...machine,
      ...repositoryFindings(cli, app),
      await storeFinding(cli, app),
      await logFinding(cli, app),
      ...(await agentFindings(cli, app)),
      ...(await placeFindings(cli, app)),
      busFinding(cli, app),
      ...(await worktreeFindings(cli, app)),
      await diskFinding(cli, app.facts.controlRoot),
    ];
  } finally {
    await app.close();
  }
}

function line(cli: Cli, { level, what, words: said }: Finding): string {
  const { paint } = cli.terminal;
  const mark = { ok: paint.good, warn: paint.warn, fail: paint.bad }[level];
  return `${mark(pad(level, 5))} ${pad(what, 18)} ${said}`;
}
