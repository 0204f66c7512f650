import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPage, settingsPageText } from '../../scripts/lib/settingsPage.mjs';
import { settingsManifest } from '../../scripts/lib/settingsManifest.mjs';
import { readManifest, toolsManifest } from '../../scripts/manifest.mjs';
import { chatCommands } from '../../src/app/views/chat.ts';
import {
  chatParticipant,
  chatTools,
  commandId,
  commandNames,
  commands,
  commentCommands,
  contextKeys,
  leasedFileColor,
  mcpProvider,
  panels,
  takesMany,
  terminalProfiles,
  viewContainer,
  views,
  wakingFiles,
} from '../../src/vscode/ids.ts';

interface Named {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

const root = join(import.meta.dirname, '../..');
const manifest = readManifest();
const text = JSON.stringify(manifest);
const nls = (file: string): Record<string, string> => JSON.parse(readFileSync(join(root, file), 'utf8'));
const english = nls('package.nls.json');
const korean = nls('package.nls.ko.json');
const menus: Record<string, readonly Named[]> = manifest.contributes.menus;

const waits = [
  ...['permission', 'question', 'trust', 'signIn'],
  ...['undelivered', 'interrupted', 'noReport', 'gone', 'confirm', 'failed'],
];

describe('manifest', () => {
  it('has the settings that the schema has', () => {
    const { configuration, restricted } = settingsManifest();
    assert.deepEqual(manifest.contributes.configuration, configuration);
    assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, restricted);
    assert.ok(readPage() === settingsPageText(configuration), 'docs/settings.md is stale: node scripts/manifest.mjs');
  });

  it('has exactly the commands, views and pages of the code', () => {
    const ids = manifest.contributes.commands.map((one: Named) => one.command);
    assert.deepEqual(ids, [...commandNames, ...commentCommands].map(commandId));
    const profiles = manifest.contributes.terminal.profiles.map((profile: { id: string }) => profile.id);
    assert.deepEqual(profiles, Object.keys(terminalProfiles));
    const shown = manifest.contributes.views[viewContainer].map((view: { id: string }) => view.id);
    assert.deepEqual(shown, [...views]);
    const offered = manifest.contributes.mcpServerDefinitionProviders.map((one: { id: string }) => one.id);
    assert.deepEqual(offered, [mcpProvider]);
    assert.deepEqual(manifest.contributes.languageModelTools, toolsManifest());
    assert.deepEqual(
      toolsManifest().map(({ name }) => name),
      [...chatTools],
    );
    const [participant] = manifest.contributes.chatParticipants;
    assert.equal(participant.id, chatParticipant);
    assert.deepEqual(
      participant.commands.map((one: { name: string }) => one.name),
      [...chatCommands],
    );
    const colors = manifest.contributes.colors.map((one: { id: string }) => one.id);
    assert.deepEqual(colors, [leasedFileColor]);
    for (const panel of Object.values(panels)) assert.ok(manifest.activationEvents.includes(`onWebviewPanel:${panel}`));
  });

  it('keeps commands that need a row out of the palette', () => {
    const hidden = (menus['commandPalette'] ?? []).filter((item) => item.when === 'false').map((item) => item.command);
    const needy = [...commandNames.filter((name) => !commands[name].palette), ...commentCommands];
    assert.deepEqual(hidden, needy.map(commandId));
  });

  it('asks in its conditions for no context key that the code does not set', () => {
    const asked = new Set(text.match(/\bmam\.(?:phase|loop|needsYou|[a-z]+)\b(?= (?:==|!=|>|=~))|!mam\.\w+/gi));
    const known = new Set<string>([
      ...Object.values(contextKeys),
      ...Object.values(contextKeys).map((key) => `!${key}`),
    ]);
    assert.deepEqual(
      [...asked].filter((key) => !known.has(key)),
      [],
    );
  });

  it('offers for what waits only what it is about', () => {
    const offered = (row: string): readonly string[] =>
      (menus['view/item/context'] ?? []).flatMap(({ when, command }) => {
        const pattern = /viewItem =~ \/(.*)\/$/.exec(when ?? '')?.[1];
        return pattern !== undefined && new RegExp(pattern).test(row) ? [command] : [];
      });
    const ofJobs = ['openJob', 'retryJob', 'confirmJob', 'cancelJob', 'openReport', 'openBrief'];
    for (const kind of waits) {
      assert.ok(!offered(`inbox.wait.${kind}`).includes('mam.showTask'), kind);
      assert.ok(offered(`inbox.wait.${kind}`).includes('mam.openJob'), kind);
      for (const name of ofJobs)
        assert.ok(!offered(`inbox.wait.${kind}.alone`).includes(`mam.${name}`), `${kind} ${name}`);
    }
    for (const kind of ['failed', 'undelivered', 'interrupted', 'gone'])
      assert.ok(offered(`inbox.wait.${kind}`).includes('mam.retryJob'), kind);
    assert.ok(offered('delegated.stuck').includes('mam.retryJob'));
    assert.ok(offered('inbox.wait.interrupted.alone').includes('mam.forgetSession'));
    assert.ok(offered('inbox.wait.trust.alone').includes('mam.answerSession'));
    assert.ok(offered('inbox.approve').includes('mam.showTask'));
  });

  it('offers at most three inline actions for any kind of row', () => {
    const inline = (menus['view/item/context'] ?? []).filter((item) => item.group?.startsWith('inline') === true);
    const kinds = ['checks', 'claims', 'problem', 'approve', 'decide', 'running', 'stopped', 'approved']
      .flatMap((kind) => [`inbox.${kind}`, `task.${kind}`])
      .concat(
        'task.queued',
        'task.backlog',
        'worktree',
        'lease',
        'session',
        'job',
        'job.report',
        'terminal.running',
        'terminal.gone',
      )
      .concat(['live', 'asks', 'stopping', 'ended', 'failed'].map((kind) => `agent.${kind}`))
      .concat(['pending', 'running', 'stuck', 'confirm', 'done', 'failed'].map((kind) => `delegated.${kind}`))
      .concat(waits.flatMap((kind) => [`inbox.wait.${kind}`, `inbox.wait.${kind}.alone`]));
    for (const kind of kinds) {
      const shown = inline.filter((item) => {
        const pattern = /viewItem =~ \/(.*)\/$/.exec(item.when ?? '')?.[1];
        return pattern !== undefined && new RegExp(pattern).test(kind);
      });
      assert.ok(shown.length <= 3, `${kind}: ${shown.map((item) => item.command).join(', ')}`);
    }
  });

  it('offers for several selected rows only what lists before what it will do to them', () => {
    const offered = (menus['view/item/context'] ?? []).filter(
      ({ group, when }) => group?.startsWith('inline') === false && when?.includes('!listMultiSelection') === false,
    );
    const many = commandNames.filter(takesMany).map(commandId);
    assert.deepEqual([...new Set(offered.map(({ command }) => command))].toSorted(), many.toSorted());
  });

  it('has every text in English and in Korean, and none that nobody uses', () => {
    const used = new Set([...text.matchAll(/%([^%"]+)%/g)].map((match) => match[1] ?? ''));
    assert.deepEqual(Object.keys(english).toSorted(), [...used].toSorted());
    assert.deepEqual(Object.keys(korean).toSorted(), Object.keys(english).toSorted());
  });

  it('keeps commands in the links of translated texts', () => {
    const links = (value = ''): readonly string[] =>
      [...value.matchAll(/\]\((command:[^)]+)\)/g)].map((match) => match[1] ?? '');
    for (const [key, value] of Object.entries(english)) assert.deepEqual(links(korean[key]), links(value), key);
  });

  it('names files that are there', () => {
    for (const file of [manifest.icon, manifest.contributes.viewsContainers.activitybar[0].icon, 'media/page.css']) {
      assert.ok(existsSync(join(root, file)), file);
    }
  });

  it('runs where the repository is, and nothing of it before trust', () => {
    assert.deepEqual(manifest.extensionKind, ['workspace']);
    assert.equal(manifest.capabilities.untrustedWorkspaces.supported, 'limited');
    assert.ok(!manifest.activationEvents.includes('*'));
    for (const file of wakingFiles) assert.ok(manifest.activationEvents.includes(`workspaceContains:${file}`), file);
  });
});
