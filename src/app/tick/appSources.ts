import { ok } from '../../base/result.ts';
import { parseMix } from '../../core/mix/parse.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import { findTopology } from '../../core/topology/define.ts';
import type { Settings } from '../../protocol/settings.ts';
import { auditFolder } from '../auditFolder.ts';
import { createAuditMemory } from '../auditMemory.ts';
import { taskHandoff } from '../handoff/readHandoff.ts';
import { committedFiles } from '../overlap/committedFiles.ts';
import type { OverlapAbout, OverlapCheck } from '../overlap/check.ts';
import type { Places } from '../places.ts';
import type { Ports } from '../ports.ts';
import type { RepositoryFacts } from '../ports/git.ts';
import type { Shipping } from '../ports/shipping.ts';
import type { TickSources } from './sources.ts';

export interface SourceDeps {
  readonly ports: Ports;
  readonly facts: RepositoryFacts;
  readonly places: Places;
  readonly settings: () => Settings;
  readonly privacy: () => Privacy;
  readonly overlap: (about: OverlapAbout) => Promise<OverlapCheck>;
  /** Absent where nothing can ship. */
  readonly shipping?: Shipping;
}

const minute = 60_000;
/** Everything that MAM writes for people to see, relative to the control root. */
const reportsFolder = 'reports/agent_loop';

/** What a tick looks at in the real application: the checkout that the host stands in, coordinated in the control root. */
export function createTickSources(deps: SourceDeps): TickSources {
  const { ports, facts, settings, privacy } = deps;
  const reports = `${facts.controlRoot}/${reportsFolder}`;
  const audited = createAuditMemory();
  return {
    root: facts.sourceRoot,
    worktree: within(facts.controlRoot, facts.sourceRoot),
    checkout: async (withChanges) => {
      const [here, changed] = await Promise.all([
        ports.git.ownCheckout(),
        withChanges ? ports.git.changedPaths() : ok([]),
      ]);
      if (!here.ok) return here;
      if (!changed.ok) return changed;
      return ok({ branch: here.value?.branch ?? null, head: here.value?.head ?? null, changed: changed.value });
    },
    refs: (names) => ports.git.refs(names),
    committed: (branch, head) => committedFiles(branch, head, { git: ports.git, preferred: settings()['mam.base'] }),
    overlap: ({ issue, branch, files }) => deps.overlap({ issue, branch, paths: files }),
    audit: async () => {
      const { findings, unreadable } = await auditFolder(ports.files, reports, privacy(), audited);
      return { findings: findings.length, unreadable: unreadable.length };
    },
    handoff: async (task, changed) => {
      const { files } = ports;
      const notes = await taskHandoff(
        { task, plan: null, changed },
        { files, places: deps.places, rules: settings()['mam.handoff'] },
      );
      return notes.ok ? ok(notes.value.check) : notes;
    },
    auditText: (text) => privacy().audit(text),
    ship: async () => ({
      command: settings()['mam.ship.command'],
      refused: (await deps.shipping?.refused()) ?? null,
    }),
    rules: (topology) => {
      const now = settings();
      const found = findTopology(topology, now['mam.topologies']);
      if (!found.ok) return found;
      const mix = parseMix(now['mam.agentMix']);
      if (!mix.ok) return mix;
      return ok({
        topology: found.value,
        surfaces: now['mam.surfaces'],
        words: Object.values(now['mam.claims.words']),
        loadBearing: now['mam.loadBearing'],
        mix: mix.value,
        leaseTtlMs: now['mam.leases.ttlMinutes'] * minute,
        contextPaths: now['mam.leases.contextPaths'],
      });
    },
  };
}

/** A folder relative to another one, `.` for the same; no path of this machine, where both are on one disk. */
function within(root: string, path: string): string {
  const [from, to] = [root.split('/'), path.split('/')];
  const apart = from.findIndex((part, i) => part !== to[i]);
  const shared = apart === -1 ? from.length : apart;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/') || '.';
}
