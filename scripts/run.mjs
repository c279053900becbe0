#!/usr/bin/env node
// Runs a program of the tree on Node 24, after installing its packages: `node scripts/run.mjs [--tools] FILE
// ARGUMENTS…`. --tools: with the development packages.
import { ensureInstalled } from '../packages/launcher/ensure-installed.mjs';
import { runProgram } from '../packages/launcher/run-program.mjs';
import { exitWithMessage } from '../packages/launcher/startup-error.mjs';
import { launcherConfig } from './launcher-config.mjs';

try {
  const args = process.argv.slice(2);
  const needsTools = args[0] === '--tools';
  if (needsTools) args.shift();
  await ensureInstalled(launcherConfig, needsTools ? 'full' : 'production');
  runProgram(launcherConfig, args);
} catch (error) {
  exitWithMessage(error);
}
