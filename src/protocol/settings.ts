import * as z from 'zod';
import { usualWords } from '../core/claim/usualWords.ts';
import { defaultLabels, defaultPrivatePaths } from '../core/privacy/config.ts';
import { usualSurfaces } from '../core/surface/usualSurfaces.ts';
import { usualLoadBearing } from '../core/topology/loadBearing.ts';
import { usualContext } from '../core/lease/shared.ts';
import { customAgents } from './customAgents.ts';
import { branchType, claimWords, surfaceRule, usualBranchTypes } from './checkSettings.ts';
import { usualStrongModels } from '../core/model/usualModels.ts';
import { modelWishes } from './modelSettings.ts';
import { handoffRules } from './handoffSettings.ts';
import { usualValidation, validationCommand } from './validationSettings.ts';
import type { Problem } from '../base/problem.ts';
import type { Result } from '../base/result.ts';
import { parseMix } from '../core/mix/parse.ts';
import { findTopology } from '../core/topology/define.ts';
import type { Topology } from '../core/topology/types.ts';

const argv = z.array(z.string().min(1)).min(1);
const session = z.string().min(1);
const role = z.object({
  session,
  name: z.string().min(1),
  authority: z.enum(['ledger', 'write', 'read']),
  required: z.enum(['always', 'load-bearing', 'never']).default('never'),
  focus: z.string().default(''),
});
/** A field's name, `^` before one that counts at the beginning of a line only. Nothing in it that ends a name in a text. */
const privateLabel = z.string().regex(/^\^?[^\s^:=;,"'`\\_-][^\n^:=;,"'`\\]{0,63}$/);
/** A glob below the root that says at least one letter of what it stands for. */
const privatePath = z.string().regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))(?=.*[^*?{}/.,\s])[^\s\\]{1,200}$/);

/** Every setting with its default. A value that is not as described falls back to its default and is reported. */
export const settingSchemas = {
  'mam.topology': z.string().min(1).default('expanded-eight'),
  'mam.topologies': z.array(z.object({ id: z.string().min(1), roles: z.array(role) })).default([]),
  'mam.agents': z.record(session, z.string().min(1)).default({}),
  'mam.agents.fullAccess': z.array(z.string().min(1)).default([]),
  'mam.agents.custom': customAgents.readonly().default([]),
  'mam.agents.auth': z.record(z.string().min(1), z.enum(['chatgpt', 'subscription', 'any'])).default({}),
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
  'mam.loop.limit': z.int().min(1).max(1000).default(1),
  'mam.lanes.timeoutMinutes': z.int().min(1).max(720).default(30),
  'mam.lanes.models': modelWishes.default({}),
  'mam.lanes.strongModels': z.array(z.string().min(1)).default([...usualStrongModels]),
  'mam.review.mayRunChecks': z.boolean().default(false),
  'mam.review.dualLane': z.boolean().default(false),
  'mam.loadBearing': z.array(z.string().min(1)).default([...usualLoadBearing]),
  'mam.surfaces': z.array(surfaceRule).readonly().default(usualSurfaces),
  'mam.claims.words': z.record(z.string().min(1), claimWords).readonly().default(usualWords),
  'mam.handoff': handoffRules.prefault({}),
  'mam.validation': z.array(validationCommand).readonly().default(usualValidation),
  'mam.branches.types': z.array(branchType).min(1).default(usualBranchTypes),
  'mam.forge': z.enum(['auto', 'gh', 'gitea', 'none']).default('auto'),
  'mam.forge.url': z.string().default(''),
  'mam.leases.ttlMinutes': z
    .int()
    .min(1)
    .max(7 * 24 * 60)
    .default(30),
  'mam.leases.takeoverGraceSeconds': z.int().min(0).max(3600).default(60),
  'mam.leases.contextPaths': z.array(z.string().min(1)).default([...usualContext]),
  'mam.leases.openContextClaims': z.boolean().default(false),
  'mam.privacy.labels': z.array(privateLabel).default([...defaultLabels]),
  'mam.privacy.paths': z.array(privatePath).default([...defaultPrivatePaths]),
  'mam.privacy.emails': z.boolean().default(false),
  'mam.ship.command': z.array(z.string().min(1)).default([]),
  'mam.ship.killSwitch': z.boolean().default(false),
  'mam.worktrees.root': z.string().min(1).default('.claude/worktrees'),
  'mam.base': z.string().default(''),
} as const;

const allSettings = z.object(settingSchemas).readonly();

export type SettingKey = keyof typeof settingSchemas;
export type Settings = z.infer<typeof allSettings>;

/** How VS Code treats a setting, as far as its schema does not say it. */
export const settingTraits: Readonly<
  Record<SettingKey, { readonly scope?: 'machine' | 'resource'; readonly restricted?: true }>
> = {
  'mam.topology': { scope: 'resource' },
  'mam.topologies': { scope: 'resource', restricted: true },
  'mam.agents': { scope: 'resource', restricted: true },
  'mam.agents.fullAccess': { scope: 'machine' },
  // A command to run: no repository may define one.
  'mam.agents.custom': { scope: 'machine' },
  // A key is billed by use: no repository may say that it is spent.
  'mam.agents.auth': { scope: 'machine' },
  'mam.agentMix': { scope: 'resource' },
  'mam.agents.codexPath': { scope: 'machine' },
  'mam.agents.claudePath': { scope: 'machine' },
  'mam.checks.allowed': { scope: 'resource', restricted: true },
  'mam.checks.required': { scope: 'resource', restricted: true },
  'mam.loop.maxRounds': { scope: 'resource' },
  'mam.loop.limit': { scope: 'resource' },
  'mam.lanes.timeoutMinutes': { scope: 'resource' },
  'mam.lanes.models': { scope: 'resource', restricted: true },
  'mam.lanes.strongModels': { scope: 'resource', restricted: true },
  'mam.leases.ttlMinutes': { scope: 'resource' },
  'mam.leases.takeoverGraceSeconds': { scope: 'resource' },
  'mam.leases.contextPaths': { scope: 'resource', restricted: true },
  'mam.leases.openContextClaims': { scope: 'machine' },
  'mam.review.mayRunChecks': { scope: 'resource', restricted: true },
  'mam.review.dualLane': { scope: 'resource' },
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
  'mam.ship.command': { scope: 'machine' },
  'mam.ship.killSwitch': { scope: 'machine' },
  'mam.worktrees.root': { scope: 'resource', restricted: true },
  'mam.base': { scope: 'resource' },
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
