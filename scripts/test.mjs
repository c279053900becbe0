#!/usr/bin/env node
// `npm test` and its narrower forms. Starts on any Node, like start.mjs: installs, then runs ./test-runner on
// Node 24.
import { ensureInstalled } from '../packages/launcher/ensure-installed.mjs';
import { runProgram } from '../packages/launcher/run-program.mjs';
import { exitWithMessage } from '../packages/launcher/startup-error.mjs';
import { launcherConfig } from './launcher-config.mjs';

try {
  await ensureInstalled(launcherConfig, 'full');
  runProgram(launcherConfig, ['scripts/test-runner/main.ts', ...process.argv.slice(2)]);
} catch (error) {
  exitWithMessage(error);
}
