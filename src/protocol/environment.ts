import type { SettingKey } from './settings.ts';

interface Alias {
  readonly key: SettingKey;
  /** The variable's text as a value of the setting; undefined where it asks for what holds anyway. */
  readonly read: (text: string) => unknown;
}

const asText = (text: string): unknown => text;

/** A whole number; anything else stays text, which the setting's schema refuses by name. */
const asNumber = (text: string): unknown => (/^-?\d+$/.test(text.trim()) ? Number(text) : text);

/** Seconds as whole minutes, never less than was asked for; 0 means no limit of one's own. */
const asMinutes = (text: string): unknown => {
  const seconds = asNumber(text);
  if (typeof seconds !== 'number') return seconds;
  return seconds === 0 ? undefined : Math.ceil(seconds / 60);
};

/** A number of things at once: what is less than one is one. */
const asPlaces = (text: string): unknown => {
  const places = asNumber(text);
  return typeof places === 'number' ? Math.max(places, 1) : places;
};

/** Off when it says so in one of the usual ways; anything else that is said is on. */
const asSwitch = (text: string): unknown => !['0', 'false', 'no'].includes(text.trim().toLowerCase());

/** The same where what is no number asks for what is usual. */
const asPool = (text: string): unknown => {
  const places = asPlaces(text);
  return typeof places === 'number' ? Math.min(places, 64) : undefined;
};

/** On when it says so in one of the usual ways, off otherwise. */
const asTruth = (text: string): unknown => ['1', 'true', 'yes', 'on'].includes(text.trim().toLowerCase());

const isEndless = (text: string): boolean => ['0', 'infinite', 'unlimited'].includes(text.trim().toLowerCase());

/** How many tasks; what means no limit is another setting's, and `auto` is what is usual. */
const asIterations = (text: string): unknown =>
  isEndless(text) || text.trim().toLowerCase() === 'auto' ? undefined : asNumber(text);

/** A number of this form; anything else asks for what is usual. */
const asUsual =
  (form: RegExp) =>
  (text: string): unknown =>
    form.test(text.trim()) ? Number(text) : undefined;

/** Seconds that a writer of this name has; what is not positive is no limit. */
const asWriterSeconds =
  (agent: string) =>
  (text: string): unknown => {
    const seconds = asNumber(text);
    return typeof seconds === 'number' ? { [agent]: Math.max(seconds, 0) } : seconds;
  };

const asCodexAuth = (text: string): unknown => ({ codex: text.trim() });

/**
 * Variables that set a setting under the name by which scripts around the loop know it. They rank below what a person
 * set in the settings, and a value that a setting can't have falls back to its default and is reported.
 */
export const aliases: Readonly<Record<string, Alias>> = {
  ACTIVE_TOPOLOGY: { key: 'mam.topology', read: asText },
  ACTIVE_AGENT_MIX: { key: 'mam.agentMix', read: asText },
  ACTIVE_LEASE_TTL_MINUTES: { key: 'mam.leases.ttlMinutes', read: asNumber },
  ACTIVE_CODEX_EXECUTABLE: { key: 'mam.agents.codexPath', read: asText },
  ACTIVE_CODEX_TIMEOUT_SECONDS: { key: 'mam.lanes.timeoutMinutes', read: asMinutes },
  BIDMATE_AGENT_LOOP_GLOBAL_CONCURRENCY: { key: 'mam.lanes.atOnce', read: asPlaces },
  ACTIVE_GLOBAL_CONCURRENCY: { key: 'mam.lanes.atOnce', read: asPlaces },
  BIDMATE_DUAL_LANE_ADVERSARIAL: { key: 'mam.review.dualLane', read: asSwitch },
  MAM_CODEX_AUTH: { key: 'mam.agents.auth', read: asCodexAuth },
  ACTIVE_CODEX_AUTH_MODE: { key: 'mam.agents.auth', read: asCodexAuth },
  ACTIVE_PATCH_SANDBOX: { key: 'mam.patch.sandbox', read: asText },
  ACTIVE_CLAUDE_WRITE_TIMEOUT_SECONDS: { key: 'mam.patch.timeoutSeconds', read: asWriterSeconds('claude') },
  ACTIVE_READ_AGENT: { key: 'mam.runner.readAgent', read: asText },
  ACTIVE_WRITE_AGENT: { key: 'mam.runner.writeAgent', read: asText },
  MQTT_BROKER: { key: 'mam.bus.host', read: asText },
  MQTT_PORT: { key: 'mam.bus.port', read: asNumber },
  MQTT_TLS: { key: 'mam.bus.tls', read: asSwitch },
  MQTT_USERNAME: { key: 'mam.bus.user', read: asText },
  MQTT_CLIENT_ID_PREFIX: { key: 'mam.bus.clientIdPrefix', read: asText },
  MQTT_CA_CERTS: { key: 'mam.bus.caFile', read: asText },
  MQTT_CERTFILE: { key: 'mam.bus.certFile', read: asText },
  MQTT_KEYFILE: { key: 'mam.bus.keyFile', read: asText },
  BIDMATE_AGENT_LOOP_TASK_POOL: { key: 'mam.loop.pool', read: asPool },
  ACTIVE_TASK_POOL: { key: 'mam.loop.pool', read: asPool },
  BIDMATE_AGENT_LOOP_PARALLELISM_KILL: { key: 'mam.loop.oneAtATime', read: asTruth },
  BIDMATE_AGENT_LOOP_MAX_CONSECUTIVE_BLOCKERS: { key: 'mam.loop.maxBlockers', read: asNumber },
  BIDMATE_AGENT_LOOP_MAX_WALL_CLOCK_SECONDS: { key: 'mam.loop.maxSeconds', read: asNumber },
  BIDMATE_AGENT_LOOP_TASK_WALL_CLOCK_SECONDS: { key: 'mam.loop.taskMaxSeconds', read: asUsual(/^\d+$/) },
  ACTIVE_LANE_AUTOTUNE: { key: 'mam.autotune.enabled', read: asTruth },
  ACTIVE_LANE_AUTOTUNE_K: { key: 'mam.autotune.k', read: asUsual(/^\d+(?:\.\d+)?$/) },
  ACTIVE_LANE_AUTOTUNE_FAIL_WINDOW: { key: 'mam.autotune.failWindow', read: asUsual(/^0*[1-9]\d*$/) },
  ACTIVE_LANE_AUTOTUNE_FAIL_MIN_SAMPLE: { key: 'mam.autotune.failMinSample', read: asUsual(/^0*[1-9]\d*$/) },
  ACTIVE_LANE_AUTOTUNE_FAIL_THRESHOLD: { key: 'mam.autotune.failThreshold', read: asUsual(/^\d+(?:\.\d+)?$/) },
  ACTIVE_LANE_AUTOTUNE_COOLDOWN: { key: 'mam.autotune.cooldown', read: asUsual(/^0*[1-9]\d*$/) },
  START_QUEUE_RECOMMENDATIONS_APPLY: { key: 'mam.queue.applyRecommendations', read: asTruth },
  QUEUE_RECOMMENDATIONS_APPLY: { key: 'mam.queue.applyRecommendations', read: asTruth },
  START_INFINITE: { key: 'mam.loop.infinite', read: asTruth },
  ACTIVE_AUTO_LOOP_TARGET_COMPLETED_COUNT: { key: 'mam.loop.target', read: asNumber },
  ACTIVE_AUTO_LOOP_MAX_ITERATIONS: { key: 'mam.loop.limit', read: asIterations },
  START_TASK_ATTEMPT_LIMIT: { key: 'mam.loop.maxAttempts', read: asNumber },
  START_TASK_LIMIT: { key: 'mam.loop.limit', read: asNumber },
};

/** What the environment says of a setting under such a name, or null. An empty variable says nothing. */
export function aliasOf(
  env: Readonly<Record<string, string | undefined>>,
  key: SettingKey,
): { readonly name: string; readonly value: unknown } | null {
  const endless = env['ACTIVE_AUTO_LOOP_MAX_ITERATIONS'];
  // The one variable that means two settings: how many, or that there is no limit.
  if (key === 'mam.loop.infinite' && endless !== undefined && isEndless(endless))
    return { name: 'ACTIVE_AUTO_LOOP_MAX_ITERATIONS', value: true };
  for (const [name, alias] of Object.entries(aliases)) {
    const text = env[name];
    if (alias.key !== key || text === undefined || text.trim() === '') continue;
    const value = alias.read(text);
    if (value !== undefined) return { name, value };
  }
  return null;
}
