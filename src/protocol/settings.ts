import * as z from 'zod';
import { role, session } from './roleSettings.ts';
import { usualWords } from '../core/claim/usualWords.ts';
import { defaultLabels, defaultPrivatePaths } from '../core/privacy/config.ts';
import { usualSerialWords } from '../core/queue/usualSerialWords.ts';
import { usualSurfaces } from '../core/surface/usualSurfaces.ts';
import { usualLoadBearing } from '../core/topology/loadBearing.ts';
import { usualContext } from '../core/lease/shared.ts';
import { customAgents } from './customAgents.ts';
import { branchType, claimWords, surfaceRule, usualBranchTypes } from './checkSettings.ts';
import { lensIds } from '../core/review/lenses.ts';
import { usualStrongModels } from '../core/model/usualModels.ts';
import { modelWishes } from './modelSettings.ts';
import { handoffRules } from './handoffSettings.ts';
import { herdrSession, insidePath } from './placeSettings.ts';
import { privateLabel, privatePath } from './privacySettings.ts';
import { usualValidation, validationCommand } from './validationSettings.ts';
import type { Problem } from '../base/problem.ts';
import type { Result } from '../base/result.ts';
import { parseMix } from '../core/mix/parse.ts';
import { findTopology } from '../core/topology/define.ts';
import type { Topology } from '../core/topology/types.ts';

const argv = z.array(z.string().min(1)).min(1);
/** The id of an agent, or `auto` for the choice of the settings and the mix. */
const agentOrAuto = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/);

/** Every setting with its default. A value that is not as described falls back to its default and is reported. */
export const settingSchemas = {
  'mam.topology': z.string().min(1).default('expanded-eight'),
  'mam.topologies': z.array(z.object({ id: z.string().min(1), roles: z.array(role) })).default([]),
  'mam.agents': z.record(session, z.string().min(1)).default({}),
  'mam.agents.fullAccess': z.array(z.string().min(1)).default([]),
  'mam.agents.custom': customAgents.readonly().default([]),
  'mam.agents.auth': z.record(z.string().min(1), z.enum(['chatgpt', 'subscription', 'any'])).default({}),
  'mam.completion.mode': z.record(z.string().min(1), z.enum(['shadow', 'auto'])).default({}),
  'mam.agentMix': z
    .string()
    .refine((text) => parseMix(text).ok)
    .default('claude=5,codex=5'),
  'mam.agents.codexPath': z.string().default(''),
  'mam.agents.claudePath': z.string().default(''),
  'mam.checks.allowed': z.array(argv).default([
    ['git', 'diff', '--check'],
    ['npm', 'test'],
  ]),
  'mam.checks.required': z.boolean().default(true),
  'mam.loop.maxRounds': z.int().min(1).max(10).default(3),
  'mam.loop.plan': z.boolean().default(false),
  'mam.loop.planTalks': z.int().min(0).max(5).default(0),
  'mam.loop.selfReview': z.boolean().default(false),
  'mam.loop.maxRebuttals': z.int().min(0).max(5).default(0),
  'mam.loop.maxMinutes': z.int().min(0).max(10_000).default(0),
  'mam.loop.severityFloors': z
    .array(z.enum(['minor', 'major', 'blocker']))
    .max(10)
    .default([]),
  'mam.loop.limit': z.int().min(1).max(1000).default(1),
  'mam.loop.infinite': z.boolean().default(false),
  'mam.loop.target': z.int().min(0).max(1000).default(0),
  'mam.loop.pool': z.int().min(1).max(64).default(2),
  'mam.loop.oneAtATime': z.boolean().default(false),
  'mam.pool.anyHead': z.boolean().default(false),
  'mam.pool.autotune': z.boolean().default(false),
  'mam.pool.min': z.int().min(1).max(64).default(1),
  'mam.pool.max': z.int().min(1).max(64).default(4),
  'mam.pool.cooldown': z.int().min(0).max(1000).default(2),
  'mam.pool.agree': z.int().min(1).max(100).default(2),
  'mam.loop.maxBlockers': z.int().min(0).max(1000).default(3),
  'mam.loop.maxSeconds': z.int().min(0).max(10_000_000).default(0),
  'mam.loop.taskMaxSeconds': z.int().min(0).max(10_000_000).default(0),
  'mam.loop.attempts': z.int().min(1).max(20).default(2),
  'mam.loop.maxAttempts': z.int().min(1).max(1000).default(15),
  'mam.loop.breakerFailures': z.int().min(0).max(1000).default(3),
  'mam.loop.backOffSeconds': z.int().min(1).max(3600).default(60),
  'mam.autotune.enabled': z.boolean().default(false),
  'mam.autotune.k': z.number().min(1).max(1000).default(2),
  'mam.autotune.failWindow': z.int().min(1).max(100).default(3),
  'mam.autotune.failMinSample': z.int().min(1).max(1000).default(2),
  'mam.autotune.failThreshold': z.number().min(0).max(1).default(0.5),
  'mam.autotune.cooldown': z.int().min(0).max(1000).default(2),
  'mam.autotune.twoLanes': z.boolean().default(false),
  'mam.autotune.atOnce': z.boolean().default(false),
  'mam.queue.applyRecommendations': z.boolean().default(false),
  'mam.queue.serialWords': z.array(z.string().min(1)).default([...usualSerialWords]),
  'mam.lanes.atOnce': z.int().min(1).max(64).default(8),
  'mam.lanes.perAgent': z.record(z.string().min(1), z.int().min(1).max(64)).default({}),
  'mam.lanes.timeoutMinutes': z.int().min(1).max(720).default(30),
  'mam.lanes.models': modelWishes.default({}),
  'mam.lanes.strongModels': z.array(z.string().min(1)).default([...usualStrongModels]),
  'mam.runner.readAgent': agentOrAuto.default('codex'),
  'mam.runner.writeAgent': agentOrAuto.default('codex'),
  'mam.patch.sandbox': z.enum(['workspace-write', 'danger-full-access']).default('workspace-write'),
  'mam.patch.timeoutSeconds': z.record(z.string().min(1), z.int().min(0).max(86_400)).default({}),
  'mam.apply.runHooks': z.boolean().default(false),
  'mam.review.mayRunChecks': z.boolean().default(false),
  'mam.review.dualLane': z.boolean().default(false),
  'mam.review.protectTests': z.boolean().default(true),
  'mam.review.lenses': z.array(z.enum(lensIds)).default([]),
  'mam.loadBearing': z.array(z.string().min(1)).default([...usualLoadBearing]),
  'mam.surfaces': z.array(surfaceRule).readonly().default(usualSurfaces),
  'mam.claims.words': z.record(z.string().min(1), claimWords).readonly().default(usualWords),
  'mam.handoff': handoffRules.prefault({}),
  'mam.validation': z.array(validationCommand).readonly().default(usualValidation),
  'mam.branches.types': z.array(branchType).min(1).default(usualBranchTypes),
  'mam.forge': z.enum(['auto', 'gh', 'gitea', 'none']).default('auto'),
  'mam.forge.url': z.string().default(''),
  'mam.herdr.session': z.string().regex(herdrSession).default(''),
  'mam.leases.ttlMinutes': z
    .int()
    .min(1)
    .max(7 * 24 * 60)
    .default(30),
  'mam.leases.takeoverGraceSeconds': z.int().min(0).max(3600).default(60),
  'mam.leases.contextPaths': z.array(z.string().min(1)).default([...usualContext]),
  'mam.leases.openContextClaims': z.boolean().default(false),
  'mam.leases.warnBeforeEdit': z.boolean().default(true),
  'mam.notifications': z.enum(['always', 'unfocused', 'never']).default('always'),
  'mam.privacy.labels': z.array(privateLabel).default([...defaultLabels]),
  'mam.privacy.paths': z.array(privatePath).default([...defaultPrivatePaths]),
  'mam.privacy.emails': z.boolean().default(false),
  'mam.bus.enabled': z.boolean().default(true),
  'mam.bus.host': z.string().default(''),
  'mam.bus.port': z.int().min(0).max(65_535).default(0),
  'mam.bus.tls': z.boolean().default(false),
  'mam.bus.user': z.string().default(''),
  'mam.bus.passwordVariable': z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/)
    .default('MQTT_PASSWORD'),
  'mam.bus.clientIdPrefix': z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .default('mam'),
  'mam.bus.caFile': z.string().default(''),
  'mam.bus.certFile': z.string().default(''),
  'mam.bus.keyFile': z.string().default(''),
  'mam.ship.command': z.array(z.string().min(1)).default([]),
  'mam.ship.killSwitch': z.boolean().default(false),
  'mam.worktrees.root': z.string().min(1).default('.claude/worktrees'),
  'mam.worktrees.links': z.array(z.string().regex(insidePath)).default(['.venv']),
  'mam.worktrees.setUp': z.array(z.array(z.string().min(1)).min(1)).default([]),
  'mam.worktrees.cleanUp': z.array(z.array(z.string().min(1)).min(1)).default([]),
  'mam.worktrees.setUpMinutes': z.int().min(1).max(240).default(20),
  'mam.worktrees.firstPort': z.int().min(1024).max(65_000).default(21_000),
  'mam.worktrees.portCount': z.int().min(0).max(1000).default(10),
  'mam.worktrees.rescueMegabytes': z.int().min(1).max(1_000_000).default(500),
  'mam.base': z.string().default(''),
} as const;

const allSettings = z.object(settingSchemas).readonly();

export type SettingKey = keyof typeof settingSchemas;
export type Settings = z.infer<typeof allSettings>;

/** How VS Code treats a setting, as far as its schema does not say it. */
export const settingTraits: Readonly<
  Record<SettingKey, { readonly scope?: 'machine' | 'resource'; readonly restricted?: true }>
> = {
  // Who looks at a change, where it goes and what a finding weighs is not for the repository that is looked at to say.
  'mam.topology': { scope: 'resource', restricted: true },
  'mam.topologies': { scope: 'resource', restricted: true },
  'mam.agents': { scope: 'resource', restricted: true },
  'mam.agents.fullAccess': { scope: 'machine' },
  // A command to run: no repository may define one.
  'mam.agents.custom': { scope: 'machine' },
  // A key is billed by use: no repository may say that it is spent.
  'mam.agents.auth': { scope: 'machine' },
  // What counts as done is not for a repository to say.
  'mam.completion.mode': { scope: 'machine' },
  'mam.agentMix': { scope: 'resource' },
  'mam.agents.codexPath': { scope: 'machine' },
  'mam.agents.claudePath': { scope: 'machine' },
  // What runs unasked: no repository may allow it, least of all the commands that it names itself for a set-up.
  'mam.checks.allowed': { scope: 'machine' },
  'mam.checks.required': { scope: 'resource', restricted: true },
  'mam.loop.maxRounds': { scope: 'resource' },
  'mam.loop.plan': { scope: 'resource' },
  'mam.loop.planTalks': { scope: 'resource' },
  'mam.loop.selfReview': { scope: 'resource' },
  'mam.loop.maxRebuttals': { scope: 'resource' },
  'mam.loop.maxMinutes': { scope: 'resource' },
  'mam.loop.severityFloors': { scope: 'resource', restricted: true },
  'mam.loop.limit': { scope: 'resource' },
  'mam.loop.infinite': { scope: 'resource' },
  'mam.loop.target': { scope: 'resource' },
  'mam.loop.pool': { scope: 'resource' },
  'mam.loop.oneAtATime': { scope: 'resource' },
  // It lifts a clamp, which a repository must not.
  'mam.pool.anyHead': { scope: 'resource', restricted: true },
  'mam.pool.autotune': { scope: 'resource' },
  'mam.pool.min': { scope: 'resource' },
  'mam.pool.max': { scope: 'resource' },
  'mam.pool.cooldown': { scope: 'resource' },
  'mam.pool.agree': { scope: 'resource' },
  'mam.loop.maxBlockers': { scope: 'resource' },
  'mam.loop.maxSeconds': { scope: 'resource' },
  'mam.loop.taskMaxSeconds': { scope: 'resource' },
  'mam.loop.attempts': { scope: 'resource' },
  'mam.loop.maxAttempts': { scope: 'resource' },
  'mam.loop.breakerFailures': { scope: 'resource' },
  'mam.loop.backOffSeconds': { scope: 'resource' },
  'mam.autotune.enabled': { scope: 'resource' },
  'mam.autotune.k': { scope: 'resource' },
  'mam.autotune.failWindow': { scope: 'resource' },
  'mam.autotune.failMinSample': { scope: 'resource' },
  'mam.autotune.failThreshold': { scope: 'resource' },
  'mam.autotune.cooldown': { scope: 'resource' },
  'mam.autotune.twoLanes': { scope: 'resource' },
  'mam.autotune.atOnce': { scope: 'resource' },
  // What is worked on side by side is not for a repository to loosen.
  'mam.queue.applyRecommendations': { scope: 'resource', restricted: true },
  'mam.queue.serialWords': { scope: 'resource', restricted: true },
  'mam.lanes.atOnce': { scope: 'resource' },
  'mam.lanes.perAgent': { scope: 'resource' },
  'mam.lanes.timeoutMinutes': { scope: 'resource' },
  'mam.lanes.models': { scope: 'resource', restricted: true },
  'mam.lanes.strongModels': { scope: 'resource', restricted: true },
  // Agents' keys are handed to it: no repository says to whom.
  'mam.herdr.session': { scope: 'machine' },
  'mam.leases.ttlMinutes': { scope: 'resource' },
  'mam.leases.takeoverGraceSeconds': { scope: 'resource' },
  'mam.leases.contextPaths': { scope: 'resource', restricted: true },
  'mam.leases.openContextClaims': { scope: 'machine' },
  // What a person wants to be told is theirs to say.
  'mam.leases.warnBeforeEdit': { scope: 'machine' },
  'mam.notifications': { scope: 'machine' },
  'mam.runner.readAgent': { scope: 'resource', restricted: true },
  'mam.runner.writeAgent': { scope: 'resource', restricted: true },
  // Without a sandbox an agent may do all that its user may: no repository says so.
  'mam.patch.sandbox': { scope: 'machine' },
  'mam.patch.timeoutSeconds': { scope: 'resource' },
  // Hooks are programs: no repository says that its own run.
  'mam.apply.runHooks': { scope: 'machine' },
  'mam.review.mayRunChecks': { scope: 'resource', restricted: true },
  'mam.review.dualLane': { scope: 'resource', restricted: true },
  // What weakens the tests is not for the repository that is looked at to hide.
  'mam.review.protectTests': { scope: 'resource', restricted: true },
  'mam.review.lenses': { scope: 'resource', restricted: true },
  'mam.loadBearing': { scope: 'resource', restricted: true },
  'mam.surfaces': { scope: 'resource', restricted: true },
  'mam.claims.words': { scope: 'resource', restricted: true },
  'mam.handoff': { scope: 'resource', restricted: true },
  'mam.validation': { scope: 'resource', restricted: true },
  'mam.branches.types': { scope: 'resource', restricted: true },
  'mam.forge': { scope: 'resource', restricted: true },
  // A token is sent there: no repository may say where.
  'mam.forge.url': { scope: 'machine' },
  'mam.privacy.labels': { scope: 'resource', restricted: true },
  'mam.privacy.paths': { scope: 'resource', restricted: true },
  'mam.privacy.emails': { scope: 'resource', restricted: true },
  'mam.bus.enabled': { scope: 'machine' },
  // What is said about jobs is sent there, with a password: no repository may say where.
  'mam.bus.host': { scope: 'machine' },
  'mam.bus.port': { scope: 'machine' },
  'mam.bus.tls': { scope: 'machine' },
  'mam.bus.user': { scope: 'machine' },
  'mam.bus.passwordVariable': { scope: 'machine' },
  'mam.bus.clientIdPrefix': { scope: 'machine' },
  'mam.bus.caFile': { scope: 'machine' },
  'mam.bus.certFile': { scope: 'machine' },
  'mam.bus.keyFile': { scope: 'machine' },
  'mam.ship.command': { scope: 'machine' },
  'mam.ship.killSwitch': { scope: 'machine' },
  'mam.worktrees.root': { scope: 'resource', restricted: true },
  'mam.worktrees.links': { scope: 'resource', restricted: true },
  // Commands to run: an untrusted repository may define none.
  'mam.worktrees.setUp': { scope: 'resource', restricted: true },
  'mam.worktrees.cleanUp': { scope: 'resource', restricted: true },
  'mam.worktrees.setUpMinutes': { scope: 'resource' },
  'mam.worktrees.firstPort': { scope: 'resource' },
  'mam.worktrees.portCount': { scope: 'resource' },
  'mam.worktrees.rescueMegabytes': {},
  'mam.base': { scope: 'resource', restricted: true },
};

export const settingKeys: readonly SettingKey[] = z.object(settingSchemas).keyof().options;

/**
 * Reads all settings through `get`. A value of the wrong form is replaced by its default, and its key is listed, so
 * that the caller can say so; an empty string that a person set stays an empty string.
 */
export const readSettings = (
  get: (key: SettingKey) => unknown,
): { readonly settings: Settings; readonly wrong: readonly SettingKey[] } => {
  const wrong: SettingKey[] = [];
  const entries = settingKeys.map((key) => {
    const parsed = settingSchemas[key].safeParse(get(key) ?? undefined);
    if (parsed.success) return [key, parsed.data];
    wrong.push(key);
    return [key, settingSchemas[key].parse(undefined)];
  });
  return { settings: allSettings.parse(Object.fromEntries(entries)), wrong };
};

/** The topology that a setting names, or why there is none of that name. */
export const topologyOf = (settings: Pick<Settings, 'mam.topology' | 'mam.topologies'>): Result<Topology, Problem> =>
  findTopology(settings['mam.topology'], settings['mam.topologies']);
