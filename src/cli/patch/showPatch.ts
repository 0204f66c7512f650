import { join } from 'node:path';
import type { App } from '../../app/app.ts';
import type { PatchReport } from '../../app/patch/request.ts';
import { placesOf } from '../../app/places.ts';
import { patchArtifactPath } from '../../app/projections/patchArtifact.ts';
import { problemData, type Problem } from '../../base/problem.ts';
import { commandLine } from '../../base/shellWord.ts';
import type { Cli } from '../cli.ts';
import { printable } from '../paint.ts';
import { words } from '../tell.ts';

/** A write lane as one object. */
export function patchData(report: PatchReport): Readonly<Record<string, unknown>> {
  return {
    mode: 'patch',
    decision: report.decision,
    execute: report.execute,
    task_id: report.task,
    write_agent: report.agent,
    session_id: report.session,
    sandbox: report.terms.sandbox,
    verdict: report.verdict,
    base: report.base,
    argv: report.command,
    artifact: report.execute ? `reports/agent_loop/active/${patchArtifactPath}` : null,
    blockers: report.blockers.map(problemData),
    warnings: report.warnings.map(problemData),
  };
}

/** A write lane for people: what it runs, what came of it, and what to do with that. */
export function showPatch(cli: Cli, app: App, report: PatchReport): void {
  const { terminal, t } = cli;
  const { paint } = terminal;
  const agent = report.agent;
  const task = report.task ?? '-';
  const said = {
    planned: t('The write lane for {task}: {agent}. With --execute it runs.', { task, agent }),
    blocked: t('No patch is proposed.'),
    completed:
      report.verdict === 'empty'
        ? t('{agent} changed nothing for {task}, so no patch is proposed.', { agent, task })
        : t('{agent} proposes a patch for {task}.', { agent, task }),
  }[report.decision];
  terminal.out((report.decision === 'blocked' ? paint.bad : paint.good)(said));
  if (report.command.length > 0) terminal.out(printable(`  ${commandLine(report.command)}`));
  if (report.verdict === 'proposed') {
    const ledger = placesOf(app.facts).ledger.replace(`${app.facts.controlRoot}/`, '');
    terminal.out(printable(`  ${join(ledger, patchArtifactPath)}`));
    terminal.out(t('Look at it, then: {command}', { command: `${cli.self} active-apply --execute` }));
  }
  const list = (title: string, ones: readonly Problem[]): void => {
    if (ones.length === 0) return;
    terminal.out('');
    terminal.out(title);
    for (const one of ones) terminal.out(`  - ${words(cli, one)} [${one.code}]`);
  };
  list(t('In the way:'), report.blockers);
  list(t('To look at:'), report.warnings);
}
