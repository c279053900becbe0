import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { isNode24 } from './node-version.mjs';
import { serve } from './serve.mjs';
import { exitWithMessage } from './startup-error.mjs';
import { superviseServer, superviseWithRestart } from './supervise.mjs';

/**
 * @typedef {object} LauncherConfig What is particular to the product. All paths are relative to `root`.
 * @property {string} name the product's name in messages
 * @property {string} root the directory of package.json, absolute
 * @property {string} entry the module that is the server
 * @property {string} serveScript the program that calls `serve` with this configuration
 * @property {string[]} nodeOptions options of Node for the server, for every program that starts `serveScript`
 * @property {string[]} watchedFolders whose files restart the development server
 * @property {string} developmentVariable the environment variable that is set to 1 for the development server
 * @property {string[]} [preloaded] modules that are loaded before the server and before other programs
 * @property {InstallConfig} install
 * @property {BuildConfig} build
 *
 * @typedef {object} InstallConfig
 * @property {string[]} platformPackages packages for this machine: optional for npm, installed again when
 * they disappear
 * @property {() => void} prepare runs after each installation, in place of the packages' install scripts,
 * which stay off
 *
 * @typedef {object} BuildConfig
 * @property {string[]} inputs the files and folders whose contents make a build stale; tests in them do not
 * count
 * @property {string} output the folder with the result
 * @property {string} stagingFolder exists during a build only; ignored by git
 * @property {BuildStep[]} steps
 *
 * @typedef {object} BuildStep
 * @property {string} title as printed
 * @property {(output: string) => string[]} args the program and its arguments for Node, given the folder to
 * write to
 */

/**
 * Installs and builds what is missing, then becomes the server.
 * @param {LauncherConfig} config
 * @param {string[]} args `--dev`: pages are built on demand, and changed files restart the server
 */
export async function launch(config, args) {
  try {
    await ensureInstalled(config, 'production');
    if (args.includes('--dev')) {
      process.env[config.developmentVariable] = '1';
      superviseWithRestart(config);
      return;
    }
    await ensureBuilt(config);
    if (!isNode24()) {
      superviseServer(config);
      return;
    }
  } catch (error) {
    exitWithMessage(error);
  }
  // After the first installation npm puts the Node 24 of node_modules first: no further process is needed.
  await serve(config);
}
