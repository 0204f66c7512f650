#!/usr/bin/env node
// Stands in for a desktop `code`: takes the flags that @vscode/test-electron passes and runs them in a host from npm.
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');

const flag = (name) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const folder = process.argv.slice(2).find((arg) => !arg.startsWith('-'));
const paths = [flag('extensionDevelopmentPath'), flag('extensionTestsPath'), ...(folder ? [folder] : [])];
const result = spawnSync(process.execPath, [join(__dirname, 'runInHost.ts'), ...paths], { stdio: 'inherit' });
process.exitCode = result.status ?? 1;
