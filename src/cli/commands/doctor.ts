import { examineRepository } from '../../app/doctor/examine.ts';
import { finding, type Finding } from '../../app/doctor/finding.ts';
import { exit, type Cli } from '../cli.ts';
import { gitFinding, nodeFinding, settingsFindings } from '../doctor/machine.ts';
import { storeFinding } from '../doctor/store.ts';
import { pad } from '../paint.ts';
import { words } from '../tell.ts';
import { json, type Verb } from '../verb.ts';

export const doctor: Verb = {
  name: 'doctor',
  summary: 'Look at what MAM needs, and say what mends what is wrong',
  positional: '',
  positionals: [0, 0],
  exitCodes: 'Exit codes: 0 nothing fails (a warning may be there), 1 something fails, 2 wrong usage.',
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
    return [...machine, await storeFinding(cli, app), ...(await examineRepository(cli.t, app))];
  } finally {
    await app.close();
  }
}

function line(cli: Cli, { level, what, words: said }: Finding): string {
  const { paint } = cli.terminal;
  const mark = { ok: paint.good, warn: paint.warn, fail: paint.bad }[level];
  return `${mark(pad(level, 5))} ${pad(what, 18)} ${said}`;
}
