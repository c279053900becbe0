import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from './startup-error.mjs';

/** From this version on Node runs TypeScript without a build. */
const NODE_MAJOR = 24;

/** The npm package that holds Node for this machine. There is none for some machines. */
export const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;

/** @returns {boolean} whether this process runs on a version that can run the product */
export const isNode24 = () => Number(process.versions.node.split('.')[0]) >= NODE_MAJOR;

/**
 * The Node to run the product with: this one, else the one that npm installed for this machine. PATH is not
 * consulted.
 * @param {import('./launch.mjs').LauncherConfig} config
 * @returns {string}
 */
export function findNode24({ name, root }) {
  if (isNode24()) return process.execPath;
  const packaged = join(root, 'node_modules', NODE_PACKAGE, 'bin', 'node');
  // It may exist and still not run, for example on musl instead of glibc.
  if (existsSync(packaged) && spawnSync(packaged, ['--version'], { stdio: 'ignore' }).status === 0)
    return packaged;
  throw new StartupError(
    `${name} runs on Node.js ${NODE_MAJOR} or newer; this is ${process.version}.\n` +
      `On Linux (x64, arm64; glibc) npm brings the right one along. There is none for ${process.platform}-${process.arch} here:\n` +
      `install Node.js ${NODE_MAJOR} and run the same command again.`,
  );
}
