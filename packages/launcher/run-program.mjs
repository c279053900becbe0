import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findNode24 } from './node-version.mjs';
import { exitLikeChild, onEndSignals } from './signals.mjs';

/**
 * Runs a program of the tree on Node 24 and ends as it ends.
 * @param {import('./launch.mjs').LauncherConfig} config
 * @param {string[]} args the program's path, relative to the root, and its arguments
 */
export function runProgram(config, args) {
  const isOfPackage = args[0]?.startsWith('node_modules/');
  const preloaded = (isOfPackage ? [] : (config.preloaded ?? [])).flatMap((path) => [
    '--import',
    pathToFileURL(join(config.root, path)).href,
  ]);
  const program = spawn(findNode24(config), [...preloaded, ...args], { cwd: config.root, stdio: 'inherit' });
  // The terminal sends a signal to the program too; npm sends it to this process only.
  onEndSignals((signal) => program.kill(signal));
  program.once('exit', exitLikeChild);
}
