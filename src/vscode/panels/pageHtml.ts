import { randomBytes } from 'node:crypto';
import { env, Uri, type Webview } from 'vscode';
import { t } from '../translate.ts';

interface PageRequest {
  readonly webview: Webview;
  readonly extension: Uri;
  /** Name of the bundle and of its root element. */
  readonly page: 'dashboard' | 'approval';
  readonly title: string;
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (mark) => `&#${mark.codePointAt(0)};`);

/** Where a page may load from: its bundle, its style and the icons; nothing else exists for it. */
export const pageRoots = (extension: Uri): readonly Uri[] => [
  Uri.joinPath(extension, 'dist/webview'),
  Uri.joinPath(extension, 'dist/codicons'),
  Uri.joinPath(extension, 'media'),
];

/**
 * A page that can run its own script and nothing else: no inline script, no inline style, no network. The icons come last,
 * so that the first words wait for no more than what they need.
 */
export const pageHtml = ({ webview, extension, page, title }: PageRequest): string => {
  const nonce = randomBytes(18).toString('base64url');
  const uri = (...path: readonly string[]): string => webview.asWebviewUri(Uri.joinPath(extension, ...path)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escape(env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${uri('media/page.css')}">
<title>${escape(title)}</title>
</head>
<body>
<mam-${page} loading="${escape(t('Loading…'))}"></mam-${page}>
<link id="vscode-codicon-stylesheet" rel="stylesheet" href="${uri('dist/codicons/codicon.css')}">
<script type="module" nonce="${nonce}" src="${uri('dist/webview', `${page}.js`)}"></script>
</body>
</html>`;
};
