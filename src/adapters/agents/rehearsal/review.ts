import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outside } from '../../../core/lease/claims.ts';
import { git, type Stage } from './stage.ts';

interface Finding {
  readonly severity: 'blocker' | 'major' | 'minor';
  readonly file: string | null;
  readonly text: string;
}

/** Reads the change in the checkout and returns a report with a verdict: not passed when a finding is more than minor. */
export function review(stage: Stage): string {
  const { head } = stage;
  const findings = [
    ...aboutCommit(stage),
    ...head.files.flatMap((file) => aboutFile(file, stage)),
    ...aboutTests(head.files),
  ];
  for (const finding of findings) stage.emit({ type: 'note', text: `${finding.severity}: ${finding.text}` });
  const stops = findings.some((finding) => finding.severity !== 'minor');
  return [
    `Read ${head.files.length} changed ${head.files.length === 1 ? 'file' : 'files'} of ${head.task}, round ${head.round}.`,
    '',
    ...findings.map(
      (finding) => `- [${finding.severity}] ${finding.file === null ? '' : `${finding.file}:1 - `}${finding.text}`,
    ),
    ...(head.head === null || head.head === undefined ? [] : [`Head: ${head.head}`]),
    '',
    stops ? '[VERDICT: NOT PASS]' : '[VERDICT: PASS]',
  ].join('\n');
}

/** A verdict counts for one commit only, so the checkout must be at it, and the change must not be empty. */
function aboutCommit({ cwd, head }: Stage): readonly Finding[] {
  if (head.files.length === 0) return [{ severity: 'blocker', file: null, text: 'nothing was changed' }];
  try {
    const found = git(cwd, 'rev-parse', 'HEAD').trim();
    return found === head.head
      ? []
      : [{ severity: 'blocker', file: null, text: `the checkout is at ${found}, not at the commit under review` }];
  } catch (error) {
    return [{ severity: 'blocker', file: null, text: `git could not be asked: ${firstLine(error)}` }];
  }
}

function aboutFile(file: string, { cwd, head }: Stage): readonly Finding[] {
  const path = join(cwd, file);
  const claimed = head.claims.length === 0 || outside(head.claims, [file]).length === 0;
  const findings: Finding[] = claimed ? [] : [{ severity: 'blocker', file, text: 'it is not among the claimed paths' }];
  const kind = lstatSync(path, { throwIfNoEntry: false });
  // A deleted file leaves nothing to read, and a link is judged by where it stands.
  if (kind === undefined || !kind.isFile()) return findings;
  const bytes = readFileSync(path);
  if (bytes.includes(0)) return findings;
  const text = bytes.toString('utf8');
  if (text.trim() === '') findings.push({ severity: 'major', file, text: 'it is empty' });
  if (/^(?:<{7} |>{7} )/m.test(text)) findings.push({ severity: 'blocker', file, text: 'it holds conflict markers' });
  const broken = syntaxProblem(path, text);
  if (broken !== null) findings.push({ severity: 'blocker', file, text: `it can’t be parsed: ${broken}` });
  return findings;
}

function syntaxProblem(path: string, text: string): string | null {
  try {
    if (path.endsWith('.json')) JSON.parse(text);
    else if (/\.[cm]?js$/.test(path))
      execFileSync(process.execPath, ['--check', path], {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ELECTRON_RUN_AS_NODE: '1' },
      });
    return null;
  } catch (error) {
    return firstLine(error);
  }
}

function aboutTests(files: readonly string[]): readonly Finding[] {
  const code = files.filter((file) => /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|swift)$/.test(file));
  return code.length === 0 || code.some((file) => /test|spec/i.test(file))
    ? []
    : [{ severity: 'minor', file: null, text: 'the change touches no test' }];
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.find((line) => /Error:/.test(line) && !line.startsWith('Error: Command failed')) ??
    lines[0] ??
    'no reason given'
  ).trim();
}
