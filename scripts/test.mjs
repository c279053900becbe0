#!/usr/bin/env node
// `npm test` and its narrower forms. Starts on any Node, like start.mjs: installs, then runs ./test-runner on
// Node 24.
// `npm run check -- --figures` runs ./figures instead.
import { ensureInstalled } from '../packages/launcher/ensure-installed.mjs';
import { runProgram } from '../packages/launcher/run-program.mjs';
import { exitWithMessage } from '../packages/launcher/startup-error.mjs';
import { launcherConfig } from './launcher-config.mjs';

try {
  const args = process.argv.slice(2);
  const folder = args.some((argument) => argument.startsWith('--figures')) ? 'figures' : 'test-runner';
  await ensureInstalled(launcherConfig, 'full');
  runProgram(launcherConfig, [`scripts/${folder}/main.ts`, ...args]);
} catch (error) {
  exitWithMessage(error);
}
