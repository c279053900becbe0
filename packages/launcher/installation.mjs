import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_PACKAGE } from './node-version.mjs';

/** @import { LauncherConfig } from './launch.mjs' */

/**
 * @typedef {'production' | 'full'} Extent production: what the server runs on; full: with the tools of the
 * tests
 */

/** @param {LauncherConfig} config */
export const stampPath = ({ name, root }) =>
  join(root, 'node_modules', `.${name.toLowerCase()}-install.json`);

/**
 * npm writes it last, and lists in it what it has installed.
 * @param {LauncherConfig} config
 */
export const npmListPath = ({ root }) => join(root, 'node_modules', '.package-lock.json');

/**
 * @param {LauncherConfig} config
 * @param {Extent} extent
 */
export function isInstalled(config, extent) {
  const seen = readJson(stampPath(config));
  if (seen?.for !== fingerprint(config)) return false;
  if (seen.extent !== 'full' && seen.extent !== extent) return false;
  // The packages for this machine are optional for npm: they may have been removed since.
  return seen.platformPackages?.join() === presentPlatformPackages(config).join();
}

/**
 * @param {LauncherConfig} config
 * @param {Extent} extent
 */
export function stampInstallation(config, extent) {
  const platformPackages = presentPlatformPackages(config);
  try {
    writeFileSync(stampPath(config), JSON.stringify({ for: fingerprint(config), extent, platformPackages }));
  } catch {
    // A read-only installation is compared at each start, which costs milliseconds.
  }
}

/**
 * Whether npm's list of installed packages contains everything in the lock file.
 * @param {LauncherConfig} config
 * @param {Extent} extent
 */
export function isInstalledByNpm(config, extent) {
  const { root, install } = config;
  const present = readJson(npmListPath(config))?.packages;
  const wanted = readJson(join(root, 'package-lock.json'))?.packages;
  if (!present || !wanted) return false;
  const needed = [NODE_PACKAGE, ...install.platformPackages].map((name) => `node_modules/${name}`);
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || ((entry.optional || entry.devOptional) && !needed.includes(path))) return true;
    if (entry.dev && extent === 'production') return true;
    return present[path]?.version === entry.version && existsSync(join(root, path));
  });
}

/** @param {LauncherConfig} config */
export function countPackages({ root }) {
  try {
    return readdirSync(join(root, 'node_modules')).filter(
      (name) => name.startsWith('@') || existsSync(join(root, 'node_modules', name, 'package.json')),
    ).length;
  } catch {
    return 0;
  }
}

/** @param {LauncherConfig} config */
function presentPlatformPackages({ root, install }) {
  return install.platformPackages.filter((name) => existsSync(join(root, 'node_modules', name)));
}

/**
 * What an installation depends on. Node's version is left out: the first start runs on another Node than the
 * second.
 * @param {LauncherConfig} config
 */
function fingerprint({ root }) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
}

/**
 * @param {string} path
 * @returns {any} the JSON in it, or undefined
 */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
