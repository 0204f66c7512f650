import type { SurfaceRule } from '../../../../src/core/surface/types.ts';

/** A project with surfaces of its own: benchmarks over private documents. */
const of = (
  surface: string,
  priority: number,
  reviewer: string,
  paths: readonly string[],
  more: Partial<SurfaceRule> = {},
): SurfaceRule => ({ surface, priority, reviewer, paths, ...more });

const privacy = 'Benchmark + Privacy Auditor';
const benchmark = 'Benchmark Auditor';

export const ragLoadBearing = ['rag_core.py', 'ingestion.py', 'scripts/build_index.py', 'eval/', 'api/', 'docs/adr/'];

export const ragRules: readonly SurfaceRule[] = [
  of('governance-adr', 7, 'Deep Reviewer', ['docs/adr/**'], { serial: true }),
  of('ci-validation', 8, 'Maintainer / CI Reviewer', ['.github/workflows/**', 'Makefile', '.gitignore'], {
    routine: true,
  }),
  of('private-real-eval', 1, privacy, ['reports/real100/**', 'reports/private*/**'], {
    private: true,
    needsEvidence: true,
    also: ['privacy-sensitive-artifact', 'benchmark-reporting'],
  }),
  of('privacy-sensitive-artifact', 0, privacy, ['data/private/**', 'data/files/**'], {
    private: true,
    needsEvidence: true,
    also: ['private-real-eval'],
  }),
  of('public-synthetic-benchmark', 2, benchmark, ['configs/eval/benchmark*/**', 'data/eval/benchmark/**'], {
    needsEvidence: true,
  }),
  of('public-fixture-smoke', 4, benchmark, ['eval/fixtures/smoke_rfp/**', 'eval/config.yaml']),
  of('eval-harness', 3, benchmark, ['eval/**', 'configs/eval/**'], { also: ['benchmark-reporting'] }),
  of('benchmark-reporting', 5, benchmark, ['reports/**'], { needsEvidence: true }),
  of('product-runtime', 6, 'Deep Reviewer', ['api/**'], { loadBearing: true, serial: true }),
  of('benchmark-reporting', 5, benchmark, ['docs/evaluation/**'], { needsEvidence: true, also: ['docs-only'] }),
  of('docs-only', 9, 'Documentation / Governance Reviewer', ['**/*.md'], { routine: true, companion: true }),
];
