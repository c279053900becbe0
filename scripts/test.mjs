#!/usr/bin/env node
// `npm test` and its narrower forms. Begins on whatever Node there is, like start.mjs: installs, then runs ./gate on Node 24.
import { spawn } from 'node:child_process';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { exitWithMessage } from './bootstrap/launch.mjs';
import { findNode24 } from './bootstrap/node-version.mjs';
import { inRoot, repositoryRoot } from './bootstrap/paths.mjs';
import { exitCodeBySignal } from './bootstrap/run-step.mjs';

try {
  await ensureInstalled('full');
  const gate = spawn(findNode24(), [inRoot('scripts', 'test-runner', 'main.ts'), ...process.argv.slice(2)], {
    cwd: repositoryRoot,
    stdio: 'inherit',
  });
  for (const signal of /** @type {NodeJS.Signals[]} */ (Object.keys(exitCodeBySignal))) {
    process.on(signal, () => gate.kill(signal));
  }
  gate.once('exit', (code, signal) => process.exit(signal ? (exitCodeBySignal[signal] ?? 1) : (code ?? 1)));
} catch (error) {
  exitWithMessage(error);
}
