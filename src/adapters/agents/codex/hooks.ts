import { createHash } from 'node:crypto';

/** Seconds after which codex gives a hook up; what it takes unless said, and a part of what is trusted. */
const seconds = 600;

/** The events that MAM's guard answers, by their names in the configuration and in a record of trust. */
const guarded = [
  ['PreToolUse', 'pre_tool_use'],
  ['SessionStart', 'session_start'],
] as const;

/** Arguments that give one call of codex the guard, before each tool and, so that it is known to run, at the start. */
export const hookArguments = (command: string): readonly string[] => trustedHooks(guarded, () => command, seconds);

/**
 * Arguments that give one call of codex hooks and trust exactly these. Nothing in its home is changed, and hooks that the
 * repository or anybody else brings are trusted no more than before. A codex that reckons the digest otherwise skips
 * them; they never answer then.
 */
export function trustedHooks(
  events: readonly (readonly [event: string, name: string])[],
  commandOf: (event: string) => string,
  timeout: number,
): readonly string[] {
  const trusted = events.map(
    ([event, name]) =>
      `"/<session-flags>/config.toml:${name}:0:0"={trusted_hash="${digest(name, commandOf(event), timeout)}"}`,
  );
  return [
    ...events.flatMap(([event]) => [
      '-c',
      `hooks.${event}=[{hooks=[{type="command",command=${JSON.stringify(commandOf(event))},timeout=${timeout}}]}]`,
    ]),
    '-c',
    `hooks.state={${trusted.join(',')}}`,
  ];
}

/** What codex compares: the SHA-256 of the hook's definition as JSON, its keys in order. */
const digest = (event: string, command: string, timeout: number): string => {
  const definition = { event_name: event, hooks: [{ async: false, command, timeout, type: 'command' }] };
  return `sha256:${createHash('sha256').update(JSON.stringify(definition)).digest('hex')}`;
};
