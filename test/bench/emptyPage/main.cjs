// The least page that an editor can show: what a page of ours is measured against.
const { commands, ViewColumn, window } = require('vscode');

const html = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Empty</title></head><body><main class="nothing">Nothing is here</main></body></html>`;

exports.activate = (context) => {
  const open = () => {
    window.createWebviewPanel('emptyPage', 'Empty Page', ViewColumn.Active, { enableScripts: true }).webview.html =
      html;
  };
  context.subscriptions.push(commands.registerCommand('emptyPage.open', open));
};
