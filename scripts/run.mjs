#!/usr/bin/env node
// Runs one of the tree's programs on Node 24, installing first what it needs: `node scripts/run.mjs [--tools] FILE ARGUMENTS…`.
// --tools: with the packages that only development needs.
import { spawn } from 'node:child_process';
import { ensureInstalled } from './runtime/install.mjs';
import { end } from './runtime/launch.mjs';
import { node24 } from './runtime/node24.mjs';
import { root } from './runtime/paths.mjs';
import { exitCodeOf } from './runtime/step.mjs';

try {
  const args = process.argv.slice(2);
  const tools = args[0] === '--tools';
  if (tools) args.shift();
  await ensureInstalled(tools ? 'full' : 'production');
  const program = spawn(node24(), args, { cwd: root, stdio: 'inherit' });
  for (const signal of /** @type {NodeJS.Signals[]} */ (Object.keys(exitCodeOf))) {
    // The terminal has told the program itself; npm tells only us.
    process.on(signal, () => program.kill(signal));
  }
  program.once('exit', (code, signal) => process.exit(signal ? (exitCodeOf[signal] ?? 1) : (code ?? 1)));
} catch (error) {
  end(error);
}
