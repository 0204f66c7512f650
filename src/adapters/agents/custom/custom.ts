import { problem, type Problem } from '../../../base/problem.ts';
import { err, ok } from '../../../base/result.ts';
import type { CustomAgent } from '../../../protocol/customAgents.ts';
import type { Agent } from '../agent.ts';
import { briefFile } from '../briefFile.ts';
import { anyNeedsPermission } from '../fullAccess.ts';
import { judgeLane } from '../judge.ts';
import { judgePlain, parsePlainLine } from '../plainText.ts';
import { parseRehearsalLine } from '../rehearsal/parse.ts';
import { unverified } from '../unverified.ts';

/** A command that a person defined. MAM knows nothing of it but what they said. */
export function createCustom(defined: CustomAgent): Agent {
  const { id, argv, writeArgv = argv, output } = defined;
  const name = defined.name ?? id;
  const judge = output === 'jsonl' ? judgeLane : judgePlain;
  return {
    id,
    name,
    family: defined.family ?? id,
    executables: argv.slice(0, 1),
    embedded: null,
    capabilities: { ...unverified, structuredOutput: output === 'jsonl' },
    variables: defined.env,
    ...(defined.terminalArgs === undefined ? {} : { screen: defined.terminalArgs }),
    command(spec, { lastMessage }) {
      if (!spec.fullAccess) return err(anyNeedsPermission(name));
      const vector = spec.access === 'write' ? writeArgv : argv;
      // Started is the one that was looked for, so that another one is found out before any work begins.
      if (vector[0] !== argv[0]) return err(otherProgram(name));
      const brief = briefFile(spec);
      const paths: Readonly<Record<string, string>> = { brief: brief.path, cwd: spec.cwd, lastMessage };
      const inFile = vector.some((word) => word.includes('{brief}'));
      return ok({
        args: vector
          .slice(1)
          .map((word) => word.replaceAll(/\{(brief|cwd|lastMessage)\}/g, (_, key: string) => paths[key] ?? '')),
        stdin: inFile ? '' : spec.brief,
        env: {},
        files: inFile ? brief.files : {},
      });
    },
    parse: output === 'jsonl' ? parseRehearsalLine : parsePlainLine,
    // A file for the last message holds nothing else, so it counts before what was printed.
    judge: (end) =>
      judge(
        name,
        end.lastMessage?.trim() ? { ...end, transcript: { ...end.transcript, message: end.lastMessage } } : end,
      ),
    // What it would do with `--version` nobody knows: that its program is there is all that can be asked.
    probe: async () =>
      writeArgv[0] === argv[0] ? { kind: 'ready', version: '-' } : { kind: 'unusable', problem: otherProgram(name) },
  };
}

const otherProgram = (agent: string): Problem =>
  problem(
    'lane.otherProgram',
    '{agent} names one program for reading and another for writing. Use the same in mam.agents.custom, or define two agents.',
    { agent },
  );
