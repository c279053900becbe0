import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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
  if (isBuilt(config, fingerprint(config))) return;
  await withInstallLock(config, async () => {
    const wanted = fingerprint(config);
    if (!isBuilt(config, wanted)) await build(config, wanted);
  });
}

/**
 * Builds into a staging folder and renames it into place, so that an interrupted build is never taken for a
 * whole one.
 * @param {LauncherConfig} config
 * @param {string} wanted
 */
async function build(config, wanted) {
  const { root, build: settings } = config;
  const output = join(root, settings.output);
  // Inside a folder with the name of the output, as git and the tools ignore that name.
  const staging = join(root, settings.stagingFolder, settings.output);
  const next = join(staging, 'next');
  // Under the lock: a staging folder is the remains of an interrupted build.
  rmSync(staging, { recursive: true, force: true });
  try {
    mkdirSync(next, { recursive: true });
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new StartupError(
      `The pages are not built, and cannot be built here (${message}).\nRun \`npm run build\` where the directory can be written.`,
    );
  }
  for (const { title, args } of settings.steps) {
    const env = { NODE_ENV: 'production' };
    await runStep(title, findNode24(config), args(next), { cwd: root, env });
  }
  writeFileSync(join(next, STAMP_FILE), wanted);
  if (existsSync(output)) renameSync(output, join(staging, 'previous'));
  renameSync(next, output);
  rmSync(join(root, settings.stagingFolder), { recursive: true, force: true });
}

/**
 * @param {LauncherConfig} config
 * @param {string} wanted
 */
function isBuilt({ root, build: { output } }, wanted) {
  try {
    return readFileSync(join(root, output, STAMP_FILE), 'utf8') === wanted;
  } catch {
    return false;
  }
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
    const stat = statSync(full, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const name of readdirSync(full).sort()) add(`${path}/${name}`);
    } else if (!/\.test\.tsx?$/.test(path)) {
      hash.update(`${path}\0${stat.size}\0`).update(readFileSync(full));
    }
  };
  for (const path of inputs) add(path);
  return hash.digest('hex');
}
