import { entriesMatcher } from '../topology/loadBearing.ts';
import { unknownSurface, type Classification, type Confidence, type SurfaceRule } from './types.ts';

/** What changed files touch, by the first rule that knows each of them. */
export const classify = (
  files: readonly string[],
  rules: readonly SurfaceRule[],
  loadBearing: readonly string[],
): Classification => classifier(rules, loadBearing)(files);

/** The same for many changes: the rules are taken apart once. */
export function classifier(
  rules: readonly SurfaceRule[],
  loadBearing: readonly string[],
): (files: readonly string[]) => Classification {
  const bears = entriesMatcher(loadBearing);
  const ready = rules.map((rule) => ({ rule, matches: entriesMatcher(rule.paths) }));
  /** The surfaces of a file, by the first rule that knows it; none for an unknown one. */
  const surfacesOf = (file: string): readonly string[] => {
    const first = ready.find(({ rule, matches }) => (rule.loadBearing === true && bears(file)) || matches(file))?.rule;
    return first === undefined ? [] : [first.surface, ...(first.also ?? [])];
  };
  return (files) => {
    const bearing = files.filter(bears);
    const found = files.map(surfacesOf);
    const known = new Set(found.flat());
    const touched = [...known].map((surface) => describe(surface, rules)).toSorted((a, b) => a.priority - b.priority);
    const unknown = found.filter((surfaces) => surfaces.length === 0).length;
    const [main] = touched;
    return {
      surface: main?.surface ?? unknownSurface,
      files: files.length,
      additional: [
        ...touched.slice(1).map((rule) => rule.surface),
        ...(main !== undefined && unknown > 0 ? [unknownSurface] : []),
      ],
      confidence: confidenceOf(files.length, unknown, touched),
      reviewer: main?.reviewer ?? 'Human reviewer',
      touched,
      private: touched.some((rule) => rule.private === true),
      needsEvidence: bearing.length > 0 || touched.some((rule) => rule.needsEvidence === true),
      serial: touched.some((rule) => rule.serial === true),
      routine: main === undefined || main.routine === true,
      loadBearing: bearing,
    };
  };
}

/** A surface that no rule describes and another only names beside its own still counts; a person looks at it. */
const describe = (surface: string, rules: readonly SurfaceRule[]): SurfaceRule =>
  rules.find((rule) => rule.surface === surface) ?? { surface, paths: [], priority: 98, reviewer: 'Human reviewer' };

function confidenceOf(files: number, unknown: number, touched: readonly SurfaceRule[]): Confidence {
  if (files === unknown) return 'low';
  if (unknown > 0) return 'medium';
  return touched.filter((rule) => rule.companion !== true).length > 1 ? 'medium' : 'high';
}
