import type { SurfaceRule } from './types.ts';

/** Surfaces of most repositories. A project replaces the whole list by its own. */
export const usualSurfaces: readonly SurfaceRule[] = [
  {
    surface: 'privacy-sensitive-artifact',
    paths: ['data/private/', 'secrets/**', '**/*.pem', '**/*.p12', '.env'],
    priority: 0,
    reviewer: 'Benchmark + Privacy Auditor',
    private: true,
    needsEvidence: true,
    serial: true,
  },
  {
    surface: 'governance-adr',
    paths: ['docs/adr/', 'docs/decisions/', 'CODEOWNERS', 'LICENSE', 'SECURITY.md'],
    priority: 7,
    reviewer: 'Deep Reviewer',
    serial: true,
  },
  {
    surface: 'ci-validation',
    paths: [
      '.github/workflows/',
      '.github/actions/',
      '.circleci/',
      '.gitlab-ci.yml',
      'azure-pipelines.yml',
      'Jenkinsfile',
      'Makefile',
      'Dockerfile',
      '.gitignore',
      '.gitattributes',
      '.editorconfig',
    ],
    priority: 8,
    reviewer: 'Maintainer / CI Reviewer',
    routine: true,
  },
  {
    surface: 'benchmark-reporting',
    paths: ['bench/**', 'benchmark/**', 'benchmarks/**', 'eval/**', 'evals/**'],
    priority: 5,
    reviewer: 'Benchmark Auditor',
    needsEvidence: true,
    serial: true,
  },
  {
    surface: 'tests',
    paths: ['test/', 'tests/', '__tests__/', '**/*.test.*', '**/*.spec.*', '**/*_test.*', '**/test_*.py'],
    priority: 88,
    reviewer: 'Reviewer',
    companion: true,
  },
  { surface: 'product-runtime', paths: [], loadBearing: true, priority: 6, reviewer: 'Deep Reviewer', serial: true },
  {
    surface: 'docs-only',
    paths: ['docs/', '**/*.md', '**/*.rst', '**/*.adoc'],
    priority: 90,
    reviewer: 'Documentation / Governance Reviewer',
    routine: true,
    companion: true,
  },
  {
    surface: 'source',
    paths: [
      'src/',
      'lib/',
      '**/*.{c,cc,cpp,cs,css,dart,ex,go,h,hpp,html,java,js,jsx,kt,lua,mjs,cjs,php,py,rb,rs,scala,scss,sh,sql,svelte,swift,ts,tsx,vue}',
    ],
    priority: 50,
    reviewer: 'Reviewer',
  },
];
