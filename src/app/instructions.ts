import { commandLine, shellWord } from '../base/shellWord.ts';
import { fence } from './briefParts.ts';

/** How the agent of a job is heard. */
export type Channel =
  /** A file lets it speak, wherever it is called from, and its report is a file. */
  | {
      readonly kind: 'file';
      /** Folder with the `mam` command; absolute, as all paths here. */
      readonly bin: string;
      readonly pass: string;
      /** The one place where its report counts. */
      readonly report: string;
      readonly folder: string;
    }
  /** The environment of its lane lets it speak, and its last message is its report. */
  | {
      readonly kind: 'lane';
      /** Null for one that may not run such commands, or is a person. */
      readonly bin: string | null;
      /** What its report is to say, as the end of a sentence. */
      readonly about: string;
    };

/** How an agent says how its job goes, and hands in its report: the one text for delegated jobs and for lanes of a loop. */
export const instructions = (channel: Channel): string => [...saying(channel), ...reporting(channel)].join('\n');

/** One command for each kind of event, as a line for a shell. It runs as it stands, in any folder and without any variable that the job lacks. */
function eventCommand(channel: Channel, kind: string, ...more: readonly string[]): string {
  const pass = channel.kind === 'file' ? ['--pass', channel.pass] : [];
  return commandLine([`${channel.bin}/mam`, 'event', kind, ...pass, ...more]);
}

/** What stands for words of the agent is quoted already, so that it only has to be replaced. */
const withWords = (channel: Channel, kind: string, words: string): string =>
  fence(`${eventCommand(channel, kind)} --text ${shellWord(words)}`);

function saying(channel: Channel): readonly string[] {
  if (channel.bin === null) return [];
  const isLane = channel.kind === 'lane';
  return [
    '## Say how it goes',
    '',
    'These commands run as they stand, in any folder. Change nothing but the words in the last quotes.',
    ...(isLane ? ['Your sandbox may keep them from working; then go on without them.'] : []),
    '',
    // Nobody waits to hear of a lane's beginning, and nobody could answer it.
    ...(isLane ? [] : [`Now, before anything else:\n\n${fence(eventCommand(channel, 'started'))}`, '']),
    `After each larger step, at least every ten minutes:\n\n${withWords(channel, 'progress', 'what you have done so far')}`,
    '',
    ...(isLane
      ? []
      : [
          `Before you wait for a person to allow or answer something:\n\n${withWords(channel, 'permission_required', 'what you need a leave for')}`,
          '',
        ]),
    `When you can't go on at all:\n\n${withWords(channel, 'error', 'what keeps you from going on')}`,
    '',
  ];
}

function reporting(channel: Channel): readonly string[] {
  if (channel.kind === 'lane')
    return ['## Report', '', `Your last message is your report, and no file: say in short ${channel.about}.`];
  const draft = `${channel.folder}/draft.md`;
  return [
    '## Report',
    '',
    `Write your report to \`${draft}\`: what you did, what you checked and how, and what is left. When everything is done, your own checks too, hand it in. This is the last thing that you do:`,
    '',
    fence(eventCommand(channel, 'completed', '--report', draft)),
    '',
    `That puts it to \`${channel.report}\`, whole and at once, and says that you are done. Only what is there counts, so write nothing to that path yourself. If the command fails, run it again once it can work; it tells why. Where you have the tools of MAM, such as \`job_completed\`, they do the same as these commands, also where your sandbox keeps them from working; \`pass\` is the path behind \`--pass\`.`,
  ];
}
