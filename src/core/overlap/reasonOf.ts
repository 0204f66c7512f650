import { fill, type Problem } from '../../base/problem.ts';

/** Why something could not be read, as part of another sentence. */
export const reasonOf = ({ text, params }: Problem): string =>
  String(params['reason'] ?? fill(text, params)).replace(/\.$/, '');
