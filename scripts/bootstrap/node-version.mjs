import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inRoot, StartupError } from './paths.mjs';

/** The server runs TypeScript by itself, which Node does from here on. */
export const NODE_MAJOR = 24;

/** @returns {boolean} whether the process we are in will do */
export const isNode24 = () => Number(process.versions.node.split('.')[0]) >= NODE_MAJOR;

/**
 * The Node to run the product with: this one, else the one that npm installed for this machine. PATH is not consulted.
 * @returns {string}
 */
export function findNode24() {
  if (isNode24()) return process.execPath;
  const packaged = inRoot('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  // It may be there and still not run: musl instead of glibc, say.
  if (existsSync(packaged) && spawnSync(packaged, ['--version'], { stdio: 'ignore' }).status === 0)
    return packaged;
  throw new StartupError(
    `BookSwap runs on Node.js ${NODE_MAJOR} or newer; this is ${process.version}.\n` +
      `On Linux (x64, arm64; glibc) npm brings the right one along. There is none for ${process.platform}-${process.arch} here:\n` +
      `install Node.js ${NODE_MAJOR} and run the same command again.`,
  );
}
