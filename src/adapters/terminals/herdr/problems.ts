import { because, problem, type Problem } from '../../../base/problem.ts';
import { shellWord } from '../../../base/shellWord.ts';
import type { Trouble } from './lines.ts';
import type { HerdrPlace } from './socketPath.ts';

// What a question to herdr can end with. The text is the key of its translations.

/** How a person starts the server that was looked for. */
const startLine = ({ session }: HerdrPlace): string =>
  session === null || session === 'default' ? 'herdr server' : `herdr --session ${shellWord(session)} server`;

export const troubled = (place: HerdrPlace, method: string, trouble: Trouble): Problem => {
  switch (trouble) {
    case 'notRunning':
      return problem(
        'herdr.notRunning',
        'No herdr server answers at {path}. Start it with "{command}", or name another one in mam.herdr.session.',
        { path: place.path, command: startLine(place) },
      );
    case 'notAllowed':
      return problem(
        'herdr.notAllowed',
        'This user may not use the herdr server at {path}. Start one of your own with "{command}".',
        { path: place.path, command: startLine(place) },
      );
    case 'timeout':
      return problem('herdr.silent', 'herdr did not answer {method} in time. Look whether its server is stuck.', {
        method,
      });
    case 'dropped':
      return problem(
        'herdr.dropped',
        'herdr closed the connection before it answered {method}, so it may have done it or not. MAM looks again.',
        { method },
      );
    case 'tooLong':
      return problem('herdr.badAnswer', 'The answer of herdr to {method} could not be read: {reason}.', {
        method,
        reason: because('it is too long'),
      });
  }
};

export const badAnswer = (method: string, reason: string): Problem =>
  problem('herdr.badAnswer', 'The answer of herdr to {method} could not be read: {reason}.', { method, reason });

export const tooLong = (method: string): Problem =>
  problem(
    'herdr.tooLong',
    'herdr takes 1 MiB at most in one go, so {method} was not asked. Hand over a shorter text.',
    {
      method,
    },
  );

export const tooOld = (version: string, protocol: number, oldest: number): Problem =>
  problem(
    'herdr.tooOld',
    'herdr {version} speaks protocol {protocol}, and MAM needs {oldest} or newer. Update herdr to 0.8.2 or newer.',
    { version, protocol, oldest },
  );

export const methodMissing = (method: string): Problem =>
  problem('herdr.methodMissing', 'This herdr does not know {method}. Update herdr to 0.8.2 or newer.', { method });

/** herdr's own refusal, by its code. */
export const refused = (method: string, code: string, message: string): Problem =>
  problem('herdr.refused', 'herdr refused {method}: {message} ({refusal}).', { method, message, refusal: code });
