import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { linkLibraries, PROGRAMS_PACKAGE } from '../../packages/embedded-postgresql/link-libraries.mjs';
import { inRoot, StartupError } from './paths.mjs';
import { runStep } from './run-step.mjs';
import { withInstallLock } from './install-lock.mjs';

/** @typedef {'production' | 'full'} Extent production: what the server runs on; full: with the tools of the tests */

const stampPath = inRoot('node_modules', '.bookswap-install.json');
// npm writes it last, and lists in it what it has put in place.
const npmListPath = inRoot('node_modules', '.package-lock.json');

/**
 * Sees to it that node_modules is what package-lock.json says. Touches the network only when it is not.
 * @param {Extent} extent a full installation serves as a production one too
 */
export async function ensureInstalled(extent) {
  if (isInstalled(extent)) return;
  await withInstallLock(async () => {
    if (isInstalled(extent)) return;
    if (isInstalledByNpm(extent)) return complete(extent);
    // Adding the tools to what the server runs on leaves that in place, also under a running server; `npm ci` would remove it first.
    const adding = extent === 'full' && isInstalled('production');
    rmSync(stampPath, { force: true });
    if (!adding) rmSync(npmListPath, { force: true });
    const { command, args } = npm();
    await runStep(
      extent === 'full' ? 'Installing packages, with the tools of the tests' : 'Installing packages',
      command,
      [
        ...args,
        ...(adding ? ['install', '--no-save'] : ['ci']),
        extent === 'full' ? '--include=dev' : '--omit=dev',
        '--include=optional',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
        // Without a network it is said in half a minute, not in three.
        '--fetch-retry-mintimeout=2000',
        '--fetch-retry-maxtimeout=10000',
      ],
      { measure: () => `${installedFolders()} packages, ` },
    ).catch((/** @type {unknown} */ error) => {
      if (!(error instanceof StartupError) || error.code !== 1) throw error;
      const unreachable = /ENOTFOUND|ECONN|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|network/.test(error.message);
      if (!unreachable) throw error;
      throw new StartupError(
        `${error.message}\nThe packages come from the npm registry, which cannot be reached from here.`,
      );
    });
    complete(extent);
  });
}

/**
 * Does what the install scripts would do, which stay off: links PostgreSQL's libraries.
 * @param {Extent} extent
 */
function complete(extent) {
  const programs = inRoot('node_modules', ...PROGRAMS_PACKAGE.split('/'));
  try {
    linkLibraries(programs);
  } catch {
    // There is no such package for this machine, or it is not complete: a start of the embedded database says so.
  }
  stamp(extent);
}

/** @param {Extent} extent */
function isInstalled(extent) {
  const seen = read(stampPath);
  const isWanted = seen?.for === fingerprint() && (seen.extent === 'full' || seen.extent === extent);
  // The packages for this machine are optional for npm: something may have removed them since.
  return isWanted && seen.programs === existsSync(inRoot('node_modules', ...PROGRAMS_PACKAGE.split('/')));
}

/** @param {Extent} extent */
function stamp(extent) {
  try {
    const programs = existsSync(inRoot('node_modules', ...PROGRAMS_PACKAGE.split('/')));
    writeFileSync(stampPath, JSON.stringify({ for: fingerprint(), extent, programs }));
  } catch {
    // A read-only installation is compared anew at each start, which costs milliseconds.
  }
}

/** What an installation depends on. Not on the Node we are on: the first start runs on another than the second. */
function fingerprint() {
  return createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
}

/**
 * Whether npm's own list of what is in place has everything that the lock file asks for.
 * @param {Extent} extent
 */
function isInstalledByNpm(extent) {
  const present = read(npmListPath)?.packages;
  const wanted = read(inRoot('package-lock.json'))?.packages;
  if (!present || !wanted) return false;
  const needed = [
    `node_modules/node-${process.platform}-${process.arch}`,
    `node_modules/${PROGRAMS_PACKAGE}`,
  ];
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || ((entry.optional || entry.devOptional) && !needed.includes(path))) return true;
    if (entry.dev && extent === 'production') return true;
    return present[path]?.version === entry.version && existsSync(inRoot(path));
  });
}

/**
 * The npm that started us, run by the Node that runs it; without one, the npm on the PATH.
 * @returns {{command: string, args: string[]}}
 */
function npm() {
  const cli = process.env.npm_execpath;
  if (cli && basename(cli) === 'npm-cli.js')
    return { command: process.env.npm_node_execpath ?? process.execPath, args: [cli] };
  return { command: 'npm', args: [] };
}

function installedFolders() {
  try {
    return readdirSync(inRoot('node_modules')).filter(
      (name) => name.startsWith('@') || existsSync(inRoot('node_modules', name, 'package.json')),
    ).length;
  } catch {
    return 0;
  }
}

/**
 * @param {string} path
 * @returns {any} the JSON in it, or undefined
 */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
