import { redactSecrets } from '../../core/privacy/secrets.ts';
import { isoSeconds } from '../../base/clock.ts';
import { problem, type Problem } from '../../base/problem.ts';

/** Characters of a CLI's own words that a sentence can carry. */
const longestReason = 300;

/** What an agent said when it failed, as one of the failures that people can act on. */
export function explainFailure(agent: string, message: string, given: number | null): Problem {
  const status = given ?? statusIn(message);
  const reason = shorten(message);
  if (status === 401 || status === 403 || (status === null && signedOutWords.test(message)))
    return problem(
      'lane.signedOut',
      '{agent} is not signed in or its key was refused ({reason}). Sign in with its own CLI in a terminal, then start a new attempt.',
      { agent, reason },
    );
  if (status === 429 || (status === null && limitWords.test(message))) return limited(agent, reason, whenIn(message));
  if (status !== null && status >= 500)
    return problem(
      'lane.server',
      'The model server of {agent} answered with HTTP {status} ({reason}). Start a new attempt; if it stays so, look at the service’s status page.',
      { agent, status, reason },
    );
  if (serverWords.test(message))
    return problem(
      'lane.server',
      'The model server of {agent} could not be reached or is overloaded ({reason}). Look at the network, then start a new attempt.',
      { agent, status: status ?? 0, reason },
    );
  return problem(
    'lane.failed',
    '{agent} stopped with an error: {reason}. Read its transcript, then start a new attempt.',
    { agent, reason },
  );
}

function limited(agent: string, reason: string, when: string | null): Problem {
  return when === null
    ? problem(
        'lane.limited',
        '{agent} has reached a usage limit ({reason}). Wait until it is lifted or choose another agent.',
        { agent, reason },
      )
    : problem(
        'lane.limited',
        '{agent} has reached a usage limit until {when} ({reason}). Wait until then or choose another agent.',
        { agent, when, reason },
      );
}

const signedOutWords =
  /not logged in|log ?in (?:again|to)|please (?:run )?\/?log ?in|sign in|authenticat|unauthori[sz]ed|invalid (?:api[ _-]?key|x-api-key|token)|missing (?:api key|environment variable)/i;
const limitWords =
  /(?:rate|usage|spend(?:ing)?|request|quota|session|weekly) limit|hit your (?:[a-z]+ ){0,2}limit|out of (?:usage )?credits|(?:exceeded|exhausted) your|quota exceeded|resource[ _]exhausted|too many requests|limit reached|insufficient[ _]quota/i;
const serverWords =
  /high demand|overloaded|stream disconnected|cannot connect|connection (?:failed|refused|reset|error)|error sending request|network error|fetch failed|ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|timed? ?out/i;

/** The HTTP status that a message names: `unexpected status 401`, `last status: 429`, `API Error: 500`, `rejected (429)`. */
function statusIn(message: string): number | null {
  const found =
    /\b(?:status|http|api error|error|code)\b\D{0,3}([45]\d\d)\b|\(([45]\d\d)\)|\b([45]\d\d) (?:unauthorized|forbidden|too many requests|internal server error|bad gateway|service unavailable|bad request|not found)/i.exec(
      message,
    );
  const digits = found?.[1] ?? found?.[2] ?? found?.[3];
  return digits === undefined ? null : Number(digits);
}

/** When a limit is lifted, in the CLI's own words, or as UTC where it gives seconds since the epoch. */
function whenIn(message: string): string | null {
  const seconds = /\|(\d{10})\b/.exec(message)?.[1];
  if (seconds !== undefined) return isoSeconds(Number(seconds) * 1000);
  const words = /(?:try again|resets?|available again|retry)\s+((?:at|in|on|after)\s+)?([^.\n()]{2,60})/i.exec(message);
  return words?.[2] === undefined ? null : `${words[1] ?? ''}${words[2]}`.trim();
}

/** One line, without control characters, not longer than a sentence bears. */
export function shorten(text: string): string {
  const line = redactSecrets(text)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(/[.\s]+$/, '');
  return line.length <= longestReason ? line : `${line.slice(0, longestReason - 1)}…`;
}
