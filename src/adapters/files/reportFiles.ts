import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { problem, type Problem } from '../../base/problem.ts';
import type { Reports } from '../../app/ports/reports.ts';
import { fileProblem, hasCode, linkProblem, notFileProblem } from './errors.ts';

/** What an agent hands in may have 4 MB; what is beside it is a line. */
const mostBytes = { report: 4 * 1024 * 1024, manifest: 16 * 1024 } as const;

/**
 * Reports on this machine's disk. A dozen calls for each, every one a turn of a busy thread pool, would take many times as
 * long as they do one after another; between two reports the host goes on.
 */
export function createReportFiles(): Reports {
  return {
    async look({ jobs, report, manifest }) {
      await nextTurn();
      try {
        // Before it is opened and after: a folder that was replaced by a link meanwhile counts as one.
        if (!isWhereItWas(jobs, report)) return { kind: 'refused', problem: linkProblem(report) };
        const found = readPlain(report, mostBytes.report);
        if (found.kind === 'none') return found;
        if (!isWhereItWas(jobs, report)) return { kind: 'refused', problem: linkProblem(report) };
        if (found.kind === 'refused') return found;
        const beside = readPlain(manifest, mostBytes.manifest);
        return {
          kind: 'report',
          text: found.bytes.toString('utf8'),
          sha256: createHash('sha256').update(found.bytes).digest('hex'),
          bytes: found.bytes.length,
          modifiedAt: found.modifiedAt,
          manifest: beside.kind === 'file' ? beside.bytes.toString('utf8') : null,
        };
      } catch (error) {
        const why = fileProblem(error, report);
        if (why === null) throw error;
        return { kind: 'refused', problem: why };
      }
    },
  };
}

type Plain =
  | { readonly kind: 'none' }
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly modifiedAt: number }
  | { readonly kind: 'refused'; readonly problem: Problem };

function readPlain(path: string, most: number): Plain {
  try {
    // Neither a link nor a pipe: both could make the owner read, or wait for, something else.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const facts = fstatSync(file);
      if (!facts.isFile()) return { kind: 'refused', problem: notFileProblem(path) };
      if (facts.size > most) return { kind: 'refused', problem: tooLarge(path, facts.size, most) };
      return { kind: 'file', bytes: readFileSync(file), modifiedAt: facts.mtimeMs };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return { kind: 'none' };
    if (hasCode(error, 'ELOOP')) return { kind: 'refused', problem: linkProblem(path) };
    if (hasCode(error, 'ENXIO', 'EISDIR')) return { kind: 'refused', problem: notFileProblem(path) };
    throw error;
  }
}

/** Whether no folder between the jobs and the file is a link. One that is not there leads nowhere. */
function isWhereItWas(jobs: string, path: string): boolean {
  try {
    const folder = realpathSync.native(dirname(path));
    return folder === join(realpathSync.native(jobs), relative(jobs, dirname(path)));
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return true;
    if (hasCode(error, 'ELOOP')) return false;
    throw error;
  }
}

const tooLarge = (path: string, bytes: number, most: number): Problem =>
  problem('report.tooLarge', '{path} has {bytes} bytes, and a report has {most} at most. Shorten it.', {
    path,
    bytes,
    most,
  });
