#!/usr/bin/env node
// Runs one of the tree's programs on Node 24, installing first what it needs: `node scripts/run.mjs [--tools] FILE ARGUMENTS…`.
// --tools: with the packages that only development needs.
import { spawn } from 'node:child_process';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { exitWithMessage } from './bootstrap/launch.mjs';
import { findNode24 } from './bootstrap/node-version.mjs';
import { repositoryRoot } from './bootstrap/paths.mjs';
import { exitCodeBySignal } from './bootstrap/run-step.mjs';

try {
  const args = process.argv.slice(2);
  const tools = args[0] === '--tools';
  if (tools) args.shift();
  await ensureInstalled(tools ? 'full' : 'production');
  const program = spawn(findNode24(), args, { cwd: repositoryRoot, stdio: 'inherit' });
  for (const signal of /** @type {NodeJS.Signals[]} */ (Object.keys(exitCodeBySignal))) {
    // The terminal has told the program itself; npm tells only us.
    process.on(signal, () => program.kill(signal));
  }
  program.once('exit', (code, signal) =>
    process.exit(signal ? (exitCodeBySignal[signal] ?? 1) : (code ?? 1)),
  );
} catch (error) {
  exitWithMessage(error);
}
