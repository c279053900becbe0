import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { withInstallLock } from './install-lock.mjs';
import {
  countPackages,
  isInstalled,
  isInstalledByNpm,
  npmListPath,
  stampInstallation,
  stampPath,
} from './installation.mjs';
import { runStep } from './run-step.mjs';
import { StartupError } from './startup-error.mjs';

/** @import { LauncherConfig } from './launch.mjs' */
/** @import { Extent } from './installation.mjs' */

/**
 * Makes node_modules what package-lock.json says. It uses the network only when something is missing.
 * @param {LauncherConfig} config
 * @param {Extent} extent a full installation serves as a production one too
 */
export async function ensureInstalled(config, extent) {
  if (isInstalled(config, extent)) return;
  await withInstallLock(config, async () => {
    if (isInstalled(config, extent)) return;
    if (!isInstalledByNpm(config, extent)) await install(config, extent);
    config.install.prepare();
    stampInstallation(config, extent);
  });
}

/**
 * @param {LauncherConfig} config
 * @param {Extent} extent
 */
async function install(config, extent) {
  // Adding the tools to a production installation keeps it in place, also under a running server; `npm ci`
  // would remove it.
  const isAddition = extent === 'full' && isInstalled(config, 'production');
  rmSync(stampPath(config), { force: true });
  if (!isAddition) rmSync(npmListPath(config), { force: true });
  const { command, args } = findNpm();
  try {
    await runStep(
      extent === 'full' ? 'Installing packages, with the tools of the tests' : 'Installing packages',
      command,
      [
        ...args,
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
      ],
      { cwd: config.root, measure: () => `${countPackages(config)} packages, ` },
    );
  } catch (error) {
    throw withNetworkHint(error);
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

/**
 * The npm that started this process, run by the Node that runs it; without one, the npm on the PATH.
 * @returns {{command: string, args: string[]}}
 */
function findNpm() {
  const cli = process.env.npm_execpath;
  if (cli && basename(cli) === 'npm-cli.js')
    return { command: process.env.npm_node_execpath ?? process.execPath, args: [cli] };
  return { command: 'npm', args: [] };
}
