import { commands } from 'vscode';
import { evidenceView } from '../../app/views/dashboard.ts';
import { draftKey } from '../../app/views/packetNotes.ts';
import { timelineView } from '../../app/views/timeline.ts';
import type { App } from '../../app/app.ts';
import { returnText } from '../../app/lineComments.ts';
import type { DashboardTab } from '../../protocol/dashboardParts.ts';
import type { PageHost } from '../../protocol/pageCalls.ts';
import { editor } from '../commands/deps.ts';
import { commandId } from '../ids.ts';
import { askQuestion } from '../packet/askQuestion.ts';
import type { NoteStore } from '../packet/noteStore.ts';
import { openAllChanges, openDiff } from '../packet/openDiff.ts';
import { sentenceOf } from '../translate.ts';
import { createViewContext } from '../viewContext.ts';

/** Sends the page a whole snapshot; of the dashboard with the tab that is looked at. */
export type DrawPage = (tab?: DashboardTab) => void;

/** What a page can ask for. */
export const createPageHost = (app: App, notes: NoteStore, draw: DrawPage): PageHost => {
  return {
    ready: async () => draw(),
    look: async (tab) => draw(tab),
    run: async (name, args) => void commands.executeCommand(commandId(name), ...args),
    timeline: async (after, last) => {
      const events = await app.eventsBetween(after, last);
      return events === null ? null : timelineView(createViewContext(app), app.state, events);
    },
    event: async (seq) => {
      const [recorded] = (await app.eventsBetween(seq - 1, seq)) ?? [];
      return recorded === undefined ? null : JSON.stringify(recorded, null, 2);
    },
    verify: async () => evidenceView(createViewContext(app), await app.verify()),
    approve: async (run, head) => {
      const result = await app.dispatch({ type: 'approve', run, head }, editor);
      return result.ok ? null : sentenceOf(result.error);
    },
    giveBack: async (id, general) => {
      const run = app.state.runs[id];
      const onLines = notes.of(id);
      const comments = run === undefined ? general : returnText(run, general, onLines);
      const result = await app.dispatch({ type: 'returnRun', run: id, comments }, editor);
      if (!result.ok) return sentenceOf(result.error);
      // What was written meanwhile was not sent, and stays.
      await notes.drop(
        onLines.map((one) => one.id),
        draftKey('return', id),
      );
      return null;
    },
    ask: async (id, to, question) => {
      const refused = await askQuestion(app, id, to, question);
      if (refused !== null) return sentenceOf(refused);
      await notes.drop([], draftKey('ask', id));
      return null;
    },
    keepDraft: (id, kind, text) => notes.keepDraft(draftKey(kind, id), text),
    dropComment: (id) => notes.drop([id]),
    openDiff: (id, path, line) => openDiff(app.state.runs[id], path, line),
    openAll: (id) => openAllChanges(app.state.runs[id]),
    tune: async (type, role, agent) => {
      const result = await app.dispatch({ type, role, agent }, editor);
      return result.ok ? null : sentenceOf(result.error);
    },
  };
};
