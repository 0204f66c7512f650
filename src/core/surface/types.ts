/** One kind of place that a change can touch, and the files that belong to it. The first rule of a surface describes it. */
export interface SurfaceRule {
  readonly surface: string;
  /** As for load-bearing files: a glob, a folder with `/` at its end, or a file name. */
  readonly paths: readonly string[];
  /** Load-bearing files belong to it too. */
  readonly loadBearing?: boolean;
  /** Further surfaces that its files count for. */
  readonly also?: readonly string[];
  /** The smallest among those of a change decides what the change is called. */
  readonly priority: number;
  /** Who is best to review it. */
  readonly reviewer: string;
  /** It may hold private values: never ready without a person. */
  readonly private?: boolean;
  /** A change needs a claim text or a pull request body. */
  readonly needsEvidence?: boolean;
  /** Tasks that touch it are done one after another. */
  readonly serial?: boolean;
  /** Its changes can't prove that anything got better or faster. */
  readonly routine?: boolean;
  /** It usually comes along with a change of something else and makes that no less clear. */
  readonly companion?: boolean;
}

export type Confidence = 'high' | 'medium' | 'low';

/** What a set of changed files touches. */
export interface Classification {
  /** The surface of the smallest priority; `unknown` without files or when no rule knows any. */
  readonly surface: string;
  /** How many files were looked at. */
  readonly files: number;
  /** The other surfaces, by priority. */
  readonly additional: readonly string[];
  readonly confidence: Confidence;
  readonly reviewer: string;
  /** The rule of each surface that was touched; unknown ones have none. */
  readonly touched: readonly SurfaceRule[];
  readonly private: boolean;
  readonly needsEvidence: boolean;
  readonly serial: boolean;
  /** Whether claims find no support in it: its main surface is routine or unknown. */
  readonly routine: boolean;
  /** Changed files that bear load. */
  readonly loadBearing: readonly string[];
}

export const unknownSurface = 'unknown';
