import { commandLine } from '../../base/shellWord.ts';
import type { ApprovalModel, PacketLine } from '../../protocol/webview.ts';
import type { DocumentLine, DocumentSection, PageDocument } from './document.ts';

const lineOf = ({ mark, text, detail }: PacketLine): DocumentLine => ({
  mark: mark?.words ?? '',
  code: '',
  text,
  detail,
});

/** The page that a person decides on. */
export const packetDocument = (model: ApprovalModel): PageDocument => {
  const files: DocumentSection = {
    title: model.labels['files'] ?? '',
    lines: model.files.map(({ path, status, added, removed }) => ({
      mark: '',
      code: path,
      text: `${status}, +${added} −${removed}`,
      detail: '',
    })),
  };
  const decide: DocumentSection = {
    title: model.labels['decision'] ?? '',
    lines: [],
    commands: [
      commandLine(['mam', 'approve', model.task]),
      `${commandLine(['mam', 'return', model.task])} --comments "…"`,
    ],
  };
  return {
    title: `${model.task}: ${model.title}`,
    lead: [
      { strong: '', text: `${model.gate.words} · ${model.identity}` },
      ...(model.wants === '' ? [] : [{ strong: '', text: model.wants }]),
      ...(model.decision ? [{ strong: model.decision.mark.words, text: model.decision.words }] : []),
    ],
    sections: [
      ...model.sections.map(({ title, lines }) => ({ title, lines: lines.map(lineOf) })),
      ...(files.lines.length > 0 ? [files] : []),
      ...(model.approve.disabled === null ? [decide] : []),
    ],
  };
};
