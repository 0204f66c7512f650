import { commandLine } from '../../base/shellWord.ts';
import { codeSpan, plainMarkdown } from '../../base/plainMarkdown.ts';
import { fill } from '../../base/problem.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import type { ApprovalModel, PacketLine } from '../../protocol/webview.ts';
import { fence } from '../briefParts.ts';
import { approvalView } from '../views/approvalPacket.ts';
import { otherChanges } from '../views/otherChanges.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';
import type { Scene, ViewContext } from '../views/viewContext.ts';
import { newestChanges } from './facts.ts';
import type { Projection } from './projection.ts';

/** English and UTC: the file says the same to everybody who reads it. */
const ledgerReader: ViewContext = {
  t: fill,
  now: () => '',
  age: () => 0,
  clock: (iso) => iso,
  day: (iso) => iso,
  progress: () => null,
};

/** The page that a person decides on, as Markdown for a terminal or a pull request. */
const packetMarkdown = (model: ApprovalModel): string => {
  const files = model.files.map((file) => `- ${codeSpan(file.path)} ${file.status}, +${file.added} −${file.removed}`);
  return `${[
    `# ${model.task}: ${plainMarkdown(model.title)}`,
    `${model.gate.words} · ${model.identity}`,
    ...(model.wants === '' ? [] : [plainMarkdown(model.wants)]),
    ...(model.decision ? [`**${model.decision.mark.words}**: ${plainMarkdown(model.decision.words)}`] : []),
    ...model.sections.map((section) => `## ${section.title}\n\n${section.lines.map(lineMarkdown).join('\n')}`),
    ...(files.length > 0 ? [`## ${model.labels['files'] ?? ''}\n\n${files.join('\n')}`] : []),
    ...(model.approve.disabled === null
      ? [
          `## ${model.labels['decision'] ?? ''}\n\n${codeSpan(commandLine(['mam', 'approve', model.task]))} · ${codeSpan(`${commandLine(['mam', 'return', model.task])} --comments "…"`)}`,
        ]
      : []),
  ].join('\n\n')}\n`;
};

const lineMarkdown = ({ mark, text, detail }: PacketLine): string => {
  const head = `- ${mark ? `${mark.words}: ` : ''}${plainMarkdown(text)}`;
  if (detail.trim() === '') return head;
  const quoted = fence(detail.trim());
  return `${head}\n\n${quoted.replaceAll(/^(?=.)/gm, '  ')}\n`;
};

/** A packet for the newest run of each task that has a change, and at the top the one that waits for a person. */
export const approvalPackets = (state: State): readonly Projection[] => {
  const runs = newestChanges(state);
  const packet = (path: string, run: Run): Projection => {
    // A decided packet is a record: what others do later is no news about it.
    const seen = run.phase === 'ended' ? { ...state, runs: { [run.id]: run }, refs: {} } : state;
    return {
      path,
      reads: run.phase === 'ended' ? [run] : [run, state.refs, JSON.stringify(otherChanges(state, run))],
      render: () => {
        const model = approvalView(ledgerReader, sceneOf(seen), run.id);
        return 'missing' in model ? `${model.missing}\n` : packetMarkdown(model);
      },
    };
  };
  const newest = newestFirst(state).filter((run) => runs.includes(run));
  const top = newest.find((run) => run.phase === 'waiting' && run.decision === null) ?? newest[0];
  return [
    ...(top ? [packet('approval_packet.md', top)] : []),
    ...runs.map((run) => packet(`tasks/${run.task.id}/approval_packet.md`, run)),
  ];
};

const sceneOf = (state: State): Scene => ({
  state,
  problem: null,
  role: 'owner',
  owner: null,
  repository: '',
  worktrees: new Map(),
  overlaps: null,
  recommendations: [],
  awakeMs: null,
});
