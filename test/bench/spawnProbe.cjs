// Loaded before the host's program, and by that one before the supervisor's: writes down what it costs each of them to
// start its children, when it has ended.
const { ChildProcess } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

const folder = process.env.MAM_SPAWN_PROBE;
const { spawn } = ChildProcess.prototype;
/** When, in milliseconds since the epoch, and how many of processor time. */
const starts = [];

ChildProcess.prototype.spawn = function (options) {
  if (options.args?.[1]?.endsWith('supervisor.cjs')) {
    options.args.splice(1, 0, '--require', __filename);
    options.envPairs.push(`MAM_SPAWN_PROBE=${folder}`);
  }
  const before = process.threadCpuUsage();
  try {
    return spawn.call(this, options);
  } finally {
    const { user, system } = process.threadCpuUsage(before);
    starts.push({ at: Date.now(), cpuMs: (user + system) / 1000 });
  }
};

process.on('exit', () => writeFileSync(join(folder, `starts-${process.pid}.json`), JSON.stringify(starts)));
