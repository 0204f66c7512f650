// What was on the screen when a test failed, in words, so that a failure seen elsewhere can be understood.
import type { Page } from 'playwright-core';

const limit = 3000;
let last = '';

/** Never fails and never waits long: the test has its own failure to tell. */
export const keepScreen = async (pages: readonly Page[]): Promise<void> => {
  // A worker's frame shows nothing, so its text is its own script.
  const frames = pages.flatMap((page) => page.frames()).filter((frame) => !frame.url().includes('webWorker'));
  const texts = frames.map((frame) => frame.innerText('body', { timeout: 2000 }));
  const seen = await Promise.allSettled(texts);
  last = seen
    .map((one) => (one.status === 'fulfilled' ? one.value.replaceAll(/\s*\n\s*/g, ' | ').slice(0, limit) : ''))
    .filter((text) => text !== '')
    .join('\n');
};

const addToFailure = function (this: Mocha.Context): void {
  const error = this.currentTest?.err;
  if (error !== undefined && last !== '') error.stack = `${error.stack ?? error.message}\nOn the screen:\n${last}`;
  last = '';
};

// A bench opens editors too, outside of mocha.
if ('afterEach' in globalThis) afterEach(addToFailure);
