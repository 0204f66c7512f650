import * as z from 'zod';
import type { DashboardTab, RadarPage, UsagePage } from './dashboardParts.ts';
import type { PacketComment, PageChoice } from './packetParts.ts';

// What the pages and their host say to each other. The host pushes whole snapshots, so a page that was hidden has
// nothing to catch up with; every text in them is already in the reader's language. The page sees the types only.

/** Commands that a page may run. */
export const pageCommand = z.enum([
  'startLoop',
  'stopLoop',
  'resumeLoop',
  'addTask',
  'openDashboard',
  'openApprovalPacket',
  'showTask',
  'showLog',
  'mergeLocally',
  'deleteBranch',
  'copyPrCommands',
  'retry',
  'setClaims',
  'allowCheck',
  'openJob',
  'openReport',
  'export',
]);

export type PageCommand = z.infer<typeof pageCommand>;

/** How much something asks for attention; the same words as in the trees. */
type PageTone = 'none' | 'active' | 'good' | 'attention' | 'bad' | 'muted';

export interface Mark {
  readonly words: string;
  /** Name of a codicon. */
  readonly icon: string;
  readonly tone: PageTone;
}

export interface PageButton {
  readonly title: string;
  readonly args: readonly string[];
  /** Why it can't be used now, or null. */
  readonly disabled: string | null;
  readonly primary: boolean;
}

/** A button that runs a command of the editor. */
export interface PageAction extends PageButton {
  readonly name: PageCommand;
}

export interface RoleLamp {
  readonly role: string;
  /** One or two letters to tell lamps apart without colour. */
  readonly letters: string;
  readonly mark: Mark;
}

/** A lane that works now, on one line. */
export interface BoardLane {
  readonly role: string;
  readonly agent: string;
  /** What it does, and since when. */
  readonly mark: Mark;
}

export interface BoardCard {
  readonly id: string;
  readonly task: string;
  readonly title: string;
  readonly mark: Mark;
  readonly lamps: readonly RoleLamp[];
  readonly lanes: readonly BoardLane[];
  /** Whether the lanes that run now are kept to their limits, in a word; empty while none runs. */
  readonly hold: string;
  readonly age: string;
  readonly cost: string;
  /** Run to open, or null while the task only waits in the queue. */
  readonly run: string | null;
}

export interface BoardColumn {
  readonly id: string;
  readonly title: string;
  readonly cards: readonly BoardCard[];
}

export interface GateRow {
  readonly rule: string;
  readonly title: string;
  readonly mark: Mark;
  readonly proof: string;
  readonly commit: string;
  /** What would open it, one sentence for each missing thing. */
  readonly missing: readonly string[];
}

export interface GateTable {
  readonly run: string;
  readonly task: string;
  readonly title: string;
  readonly mark: Mark;
  readonly rows: readonly GateRow[];
}

/** Texts of a page that do not depend on the state. */
export type Labels = Readonly<Record<string, string>>;

/** What is recommended for a lane. */
export interface AdviceMark {
  readonly words: string;
  /** Whether it is acted on: applied, suggested, cooling down. */
  readonly standing: string;
  /** What a person may do about it now. */
  readonly apply: boolean;
  readonly dismiss: boolean;
}

/** What one lane took of late. */
export interface AutotuneLane {
  /** For people; commands name it by role and agent. */
  readonly lane: string;
  readonly role: string;
  readonly agent: string;
  /** Of the last tasks, oldest first. */
  readonly seconds: readonly number[];
  /** Of the lanes of its agent, at the last comparison; null before one. */
  readonly median: number | null;
  /** Seconds above which it counts as slow; null before a comparison. */
  readonly threshold: number | null;
  readonly failures: string;
  /** Null where nothing was found about it. */
  readonly advice: AdviceMark | null;
}

export interface AutotunePage {
  /** Whether what is found is acted on. */
  readonly note: string;
  /** How many tasks are at work at once, and why; empty before the first loop. */
  readonly pool: string;
  readonly lanes: readonly AutotuneLane[];
}

/** What the tab that is looked at shows; the others are made when they are. The timeline asks for its events itself. */
export type DashboardPart =
  | { readonly tab: 'board'; readonly columns: readonly BoardColumn[] }
  | { readonly tab: 'gate'; readonly gates: readonly GateTable[] }
  | { readonly tab: 'radar'; readonly radar: RadarPage }
  | { readonly tab: 'usage'; readonly usage: UsagePage }
  | { readonly tab: 'autotune'; readonly autotune: AutotunePage }
  | { readonly tab: 'timeline' };

export interface DashboardModel {
  /** Sequence of the log that this shows. */
  readonly seq: number;
  readonly repository: string;
  readonly base: string;
  readonly owner: string;
  readonly mirror: boolean;
  readonly problem: string | null;
  readonly loop: Mark;
  /** What the loop has come to, its guards and its width. */
  readonly loopFacts: readonly string[];
  readonly buttons: readonly PageAction[];
  readonly export: PageAction;
  /** Their names, in order. */
  readonly tabs: Readonly<Record<DashboardTab, string>>;
  readonly part: DashboardPart;
  readonly labels: Labels;
}

export interface EvidenceReport {
  readonly mark: Mark;
  readonly lines: readonly string[];
}

export interface PacketFile {
  readonly path: string;
  readonly status: string;
  readonly added: number;
  readonly removed: number;
}

/** Something that was asked about the change, and how the answer stands. */
export interface PacketQuestion {
  readonly text: string;
  readonly mark: Mark;
  readonly open: PageAction;
}

export interface PacketLine {
  readonly mark: Mark | null;
  readonly text: string;
  readonly detail: string;
}

export interface PacketSection {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly PacketLine[];
}

export interface PacketDecision {
  readonly mark: Mark;
  readonly words: string;
}

export interface ApprovalModel {
  readonly run: string;
  readonly task: string;
  readonly title: string;
  readonly identity: string;
  readonly wants: string;
  readonly gate: Mark;
  readonly approve: PageButton;
  readonly giveBack: PageButton;
  readonly openAll: PageButton;
  readonly export: PageAction;
  readonly comments: readonly PacketComment[];
  readonly ask: PageButton;
  readonly askChoices: readonly PageChoice[];
  readonly questions: readonly PacketQuestion[];
  /** What was begun and not sent. */
  readonly drafts: { readonly return: string; readonly ask: string };
  readonly sections: readonly PacketSection[];
  readonly files: readonly PacketFile[];
  readonly decision: PacketDecision | null;
  /** What is offered after the decision. */
  readonly next: readonly PageAction[];
  readonly labels: Labels;
}

/** A page that has no run to show says why. */
export interface MissingPage {
  readonly missing: string;
}

/** What the host sends to `render` in a page: always a whole snapshot. */
export type PageModel = DashboardModel | ApprovalModel | MissingPage;
