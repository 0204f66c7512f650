import type { DocumentLead, DocumentLine, DocumentSection, PageDocument } from './document.ts';

const escape = (text: string): string => text.replace(/[&<>"']/g, (mark) => `&#${mark.codePointAt(0)};`);

/** Nothing but its own style may act in the file, whatever agents wrote into it. */
const policy = "default-src 'none'; style-src 'unsafe-inline'";

const style = `
:root{color-scheme:light dark;--line:#8884;--quiet:#8889}
body{max-width:60rem;margin:0 auto;padding:1.5rem;font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.4rem}h2{font-size:1.05rem;margin:1.6rem 0 .4rem;border-bottom:1px solid var(--line)}
ul{margin:0;padding-left:1.2rem}li{margin:.2rem 0}
code,pre{font:13px/1.45 ui-monospace,monospace}
pre{padding:.6rem;border:1px solid var(--line);border-radius:4px;white-space:pre-wrap}
.mark{margin-right:.4em;padding:0 .4em;border:1px solid var(--line);border-radius:4px;font-size:.9em}
`;

/** A page as one file that needs nothing else: no script, no picture, no network. */
export const documentHtml = ({ title, lead, sections }: PageDocument, language: string): string =>
  `<!DOCTYPE html>
<html lang="${escape(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escape(title)}</h1>
${[...lead.map(leadHtml), ...sections.map(sectionHtml)].join('\n')}
</body>
</html>
`;

const leadHtml = ({ strong, text }: DocumentLead): string =>
  strong === '' ? `<p>${escape(text)}</p>` : `<p><strong>${escape(strong)}</strong>: ${escape(text)}</p>`;

const sectionHtml = ({ title, lines, commands = [] }: DocumentSection): string =>
  [
    `<h2>${escape(title)}</h2>`,
    ...(lines.length === 0 ? [] : [`<ul>\n${lines.map(lineHtml).join('\n')}\n</ul>`]),
    ...(commands.length === 0 ? [] : [`<p>${commands.map(codeHtml).join(' · ')}</p>`]),
  ].join('\n');

const codeHtml = (text: string): string => `<code>${escape(text)}</code>`;

const lineHtml = ({ mark, code, text, detail }: DocumentLine): string => {
  const head = [
    ...(mark === '' ? [] : [`<span class="mark">${escape(mark)}</span>`]),
    ...(code === '' ? [] : [codeHtml(code)]),
    escape(text),
  ].join(' ');
  return detail.trim() === ''
    ? `<li>${head}</li>`
    : `<li><details><summary>${head}</summary><pre>${escape(detail.trim())}</pre></details></li>`;
};
