import type { Classification } from '../core/surface/types.ts';
import type { FindingsReport } from './findingsReport.ts';

/** What a change touches, for people. */
export const surfaceFacts = (files: readonly string[], surface: Classification): FindingsReport['facts'] => [
  { name: 'files', value: files.length === 0 ? '-' : files.join(', ') },
  { name: 'surface', value: surface.surface },
  { name: 'additional', value: surface.additional.join(', ') || '-' },
  { name: 'confidence', value: surface.confidence },
  { name: 'reviewer', value: surface.reviewer },
];

/** The same for programs. */
export const surfaceData = ({ surface, additional, confidence, reviewer, loadBearing, ...flags }: Classification) => ({
  surface,
  additional,
  confidence,
  reviewer,
  load_bearing: loadBearing,
  private: flags.private,
  needs_evidence: flags.needsEvidence,
  serial: flags.serial,
});
