import type { Signal } from '../types.ts';
import { followUps } from './followUps.ts';
import { hotFile } from './hotFile.ts';
import { noValidation } from './noValidation.ts';
import { proposed } from './proposed.ts';
import { repeatedFailure } from './repeatedFailure.ts';
import { serialQueue } from './serialQueue.ts';
import { untestedTool } from './untestedTool.ts';
import { weakenedTests } from './weakenedTests.ts';

/** All that recommends tasks. What MAM saw itself comes before what agents propose. */
export const signals: readonly Signal[] = [
  serialQueue,
  noValidation,
  repeatedFailure,
  untestedTool,
  weakenedTests,
  hotFile,
  followUps,
  proposed,
];
