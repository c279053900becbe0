#!/usr/bin/env node
// `npm test` and its narrower forms. Begins on whatever Node there is, like start.mjs: installs, then runs ./gate on Node 24.
import { spawn } from 'node:child_process';
import { ensureInstalled } from './runtime/install.mjs';
import { end } from './runtime/launch.mjs';
import { node24 } from './runtime/node24.mjs';
import { inRoot, root } from './runtime/paths.mjs';
import { exitCodeOf } from './runtime/step.mjs';

try {
  await ensureInstalled('full');
  const gate = spawn(node24(), [inRoot('scripts', 'gate', 'main.ts'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  for (const signal of /** @type {NodeJS.Signals[]} */ (Object.keys(exitCodeOf))) {
    process.on(signal, () => gate.kill(signal));
  }
  gate.once('exit', (code, signal) => process.exit(signal ? (exitCodeOf[signal] ?? 1) : (code ?? 1)));
} catch (error) {
  end(error);
}
