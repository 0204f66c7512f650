import { createHash } from 'node:crypto';

/** Seconds after which codex gives a hook up; what it takes unless said, and a part of what is trusted. */
const seconds = 600;

/** The events that MAM's hook answers, by their names in the configuration and in a record of trust. */
const events = [
  ['PreToolUse', 'pre_tool_use'],
  ['SessionStart', 'session_start'],
] as const;

/**
 * Arguments that give one call of codex a hook and trust exactly this one. Nothing in its home is changed, and hooks that
 * the repository or anybody else brings are trusted no more than before. A codex that reckons the digest otherwise skips
 * the hook; it never answers then, and the lane is called advisory.
 */
export function hookArguments(command: string): readonly string[] {
  const text = JSON.stringify(command);
  const trusted = events.map(
    ([, name]) => `"/<session-flags>/config.toml:${name}:0:0"={trusted_hash="${digest(name, command)}"}`,
  );
  return [
    ...events.flatMap(([event]) => [
      '-c',
      `hooks.${event}=[{hooks=[{type="command",command=${text},timeout=${seconds}}]}]`,
    ]),
    '-c',
    `hooks.state={${trusted.join(',')}}`,
  ];
}

/** What codex compares: the SHA-256 of the hook's definition as JSON, its keys in order. */
const digest = (event: string, command: string): string => {
  const definition = { event_name: event, hooks: [{ async: false, command, timeout: seconds, type: 'command' }] };
  return `sha256:${createHash('sha256').update(JSON.stringify(definition)).digest('hex')}`;
};
