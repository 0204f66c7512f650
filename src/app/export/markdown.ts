import { codeSpan, plainMarkdown } from '../../base/plainMarkdown.ts';
import { fence } from '../briefParts.ts';
import type { DocumentLead, DocumentLine, DocumentSection, PageDocument } from './document.ts';

/** A page as Markdown, in which nothing that agents or people wrote does anything. */
export const documentMarkdown = ({ title, lead, sections }: PageDocument): string =>
  `${[`# ${plainMarkdown(title)}`, ...lead.map(leadMarkdown), ...sections.map(sectionMarkdown)].join('\n\n')}\n`;

const leadMarkdown = ({ strong, text }: DocumentLead): string =>
  strong === '' ? plainMarkdown(text) : `**${plainMarkdown(strong)}**: ${plainMarkdown(text)}`;

const sectionMarkdown = ({ title, lines, commands = [] }: DocumentSection): string =>
  [
    `## ${plainMarkdown(title)}`,
    ...(lines.length === 0 ? [] : [lines.map(lineMarkdown).join('\n')]),
    ...(commands.length === 0 ? [] : [commands.map(codeSpan).join(' · ')]),
  ].join('\n\n');

const lineMarkdown = ({ mark, code, text, detail }: DocumentLine): string => {
  const words = [code === '' ? '' : codeSpan(code), plainMarkdown(text)].filter((part) => part !== '').join(' ');
  const head = `- ${mark === '' ? '' : `${plainMarkdown(mark)}: `}${words}`;
  if (detail.trim() === '') return head;
  const quoted = fence(detail.trim());
  return `${head}\n\n${quoted.replaceAll(/^(?=.)/gm, '  ')}\n`;
};
