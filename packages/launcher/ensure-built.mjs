import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { withInstallLock } from './install-lock.mjs';
import { findNode24 } from './node-version.mjs';
import { runStep } from './run-step.mjs';
import { StartupError } from './startup-error.mjs';

/** @import { LauncherConfig } from './launch.mjs' */

const STAMP_FILE = 'built-from.txt';

/**
 * Runs the build steps, unless the output was built from these same sources.
 * @param {LauncherConfig} config
 */
export async function ensureBuilt(config) {
  if (isBuilt(config)) return;
  await withInstallLock(config, async () => {
    if (!isBuilt(config)) await build(config);
  });
}

/** @param {LauncherConfig} config */
function isBuilt(config) {
  try {
    const stamp = fs.readFileSync(join(config.root, config.build.output, STAMP_FILE), 'utf8');
    return stamp === fingerprint(config);
  } catch {
    return false;
  }
}

/**
 * Builds into a staging folder and renames it into place, so that an interrupted build is never taken for a
 * whole one.
 * @param {LauncherConfig} config
 */
async function build(config) {
  const { root, build: settings } = config;
  const wanted = fingerprint(config);
  const output = join(root, settings.output);
  // Inside a folder with the name of the output, as git and the tools ignore that name.
  const staging = join(root, settings.stagingFolder, settings.output);
  const next = join(staging, 'next');
  // Under the lock: a staging folder is the remains of an interrupted build.
  fs.rmSync(staging, { recursive: true, force: true });
  try {
    fs.mkdirSync(next, { recursive: true });
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new StartupError(
      `The pages are not built, and cannot be built here (${message}).\nRun \`npm run build\` where the directory can be written.`,
    );
  }
  const env = { NODE_ENV: 'production' };
  for (const { title, args } of settings.steps)
    await runStep(title, findNode24(config), args(next), { cwd: root, env });
  fs.writeFileSync(join(next, STAMP_FILE), wanted);
  if (fs.existsSync(output)) fs.renameSync(output, join(staging, 'previous'));
  fs.renameSync(next, output);
  fs.rmSync(join(root, settings.stagingFolder), { recursive: true, force: true });
}

/**
 * A hash of the names and contents of all inputs. Tests are not among them.
 * @param {LauncherConfig} config
 */
function fingerprint({ root, build: { inputs } }) {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => {
    const full = join(root, path);
    const stat = fs.statSync(full, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const name of fs.readdirSync(full).sort()) add(`${path}/${name}`);
    } else if (!/\.test\.tsx?$/.test(path)) {
      hash.update(`${path}\0${stat.size}\0`).update(fs.readFileSync(full));
    }
  };
  for (const path of inputs) add(path);
  return hash.digest('hex');
}
