import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withInstallLock } from './install-lock.mjs';
import { NODE_PACKAGE } from './node-version.mjs';
import { runStep } from './run-step.mjs';
import { StartupError } from './startup-error.mjs';

/** @import { LauncherConfig } from './launch.mjs' */

/**
 * @typedef {'production' | 'full'} Extent production: what the server runs on; full: with the tools of the
 * tests. A full installation serves as a production one too.
 */

/**
 * Makes node_modules what package-lock.json says. It uses the network only when something is missing.
 * @param {LauncherConfig} config
 * @param {Extent} extent
 */
export async function ensureInstalled(config, extent) {
  const installation = new Installation(config);
  if (installation.isStamped(extent)) return;
  await withInstallLock(config, async () => {
    if (installation.isStamped(extent)) return;
    if (!installation.isInstalledByNpm(extent)) await installation.install(extent);
    config.install.prepare();
    installation.stamp(extent);
  });
}

/** The packages in node_modules, and a stamp of what they were installed from. */
class Installation {
  #root;
  #config;
  #stampFile;
  /** npm writes it last, and lists in it what it has installed. */
  #npmList;

  /** @param {LauncherConfig} config */
  constructor({ name, root, install }) {
    this.#root = root;
    this.#config = install;
    this.#stampFile = this.#inModules(`.${name.toLowerCase()}-install.json`);
    this.#npmList = this.#inModules('.package-lock.json');
  }

  /** @param {Extent} extent */
  isStamped(extent) {
    const seen = readJson(this.#stampFile);
    if (seen?.for !== this.#fingerprint()) return false;
    if (seen.extent !== 'full' && seen.extent !== extent) return false;
    // The packages for this machine are optional for npm: they may have been removed since.
    return seen.platformPackages?.join() === this.#presentPlatformPackages().join();
  }

  /** @param {Extent} extent */
  stamp(extent) {
    const platformPackages = this.#presentPlatformPackages();
    try {
      writeFileSync(this.#stampFile, JSON.stringify({ for: this.#fingerprint(), extent, platformPackages }));
    } catch {
      // A read-only installation is compared at each start, which costs milliseconds.
    }
  }

  /**
   * Whether npm's list of installed packages contains everything in the lock file.
   * @param {Extent} extent
   */
  isInstalledByNpm(extent) {
    const present = readJson(this.#npmList)?.packages;
    const wanted = readJson(join(this.#root, 'package-lock.json'))?.packages;
    if (!present || !wanted) return false;
    const needed = [NODE_PACKAGE, ...this.#config.platformPackages].map((name) => `node_modules/${name}`);
    return Object.entries(wanted).every(([path, entry]) => {
      if (path === '' || ((entry.optional || entry.devOptional) && !needed.includes(path))) return true;
      if (entry.dev && extent === 'production') return true;
      return present[path]?.version === entry.version && existsSync(join(this.#root, path));
    });
  }

  /** @param {Extent} extent */
  async install(extent) {
    // Adding the tools to a production installation keeps it in place, also under a running server; `npm ci`
    // would remove it.
    const isAddition = extent === 'full' && this.isStamped('production');
    rmSync(this.#stampFile, { force: true });
    if (!isAddition) rmSync(this.#npmList, { force: true });
    const { command, args } = findNpm();
    const title =
      extent === 'full' ? 'Installing packages, with the tools of the tests' : 'Installing packages';
    const options = [
      ...(isAddition ? ['install', '--no-save'] : ['ci']),
      extent === 'full' ? '--include=dev' : '--omit=dev',
      '--include=optional',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      // A missing network is reported in half a minute instead of three.
      '--fetch-retry-mintimeout=2000',
      '--fetch-retry-maxtimeout=10000',
    ];
    const measure = () => `${this.#countPackages()} packages, `;
    try {
      await runStep(title, command, [...args, ...options], { cwd: this.#root, measure });
    } catch (error) {
      throw withNetworkHint(error);
    }
  }

  #countPackages() {
    try {
      return readdirSync(this.#inModules()).filter(
        (name) => name.startsWith('@') || existsSync(this.#inModules(name, 'package.json')),
      ).length;
    } catch {
      return 0;
    }
  }

  #presentPlatformPackages() {
    return this.#config.platformPackages.filter((name) => existsSync(this.#inModules(name)));
  }

  /** Node's version is left out: the first start runs on another Node than the second. */
  #fingerprint() {
    return createHash('sha256')
      .update(readFileSync(join(this.#root, 'package-lock.json')))
      .update(`${process.platform} ${process.arch}`)
      .digest('hex');
  }

  /** @param {string[]} parts */
  #inModules(...parts) {
    return join(this.#root, 'node_modules', ...parts);
  }
}

/** @param {unknown} error */
function withNetworkHint(error) {
  if (!(error instanceof StartupError) || error.code !== 1) return error;
  if (!/ENOTFOUND|ECONN|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|network/.test(error.message)) return error;
  return new StartupError(
    `${error.message}\nThe packages come from the npm registry, which cannot be reached from here.`,
  );
}

/** The npm that started this process, run by the Node that runs it; without one, the npm on the PATH. */
function findNpm() {
  const cli = process.env.npm_execpath;
  if (cli && basename(cli) === 'npm-cli.js')
    return { command: process.env.npm_node_execpath ?? process.execPath, args: [cli] };
  return { command: 'npm', args: [] };
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
