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
import { findNode24 } from './node-version.mjs';
import { inRoot, repositoryRoot, StartupError } from './paths.mjs';
import { runStep } from './run-step.mjs';
import { withInstallLock } from './install-lock.mjs';

// Built aside and renamed into place, so that a build that was cut off is never taken for one. Inside a folder named `dist`, as that
// name is ignored by git and the tools.
const stagingDir = inRoot('.building', 'dist');
const dist = inRoot('dist');
const stampIn = (/** @type {string} */ folder) => join(folder, 'built-from.txt');

const sources = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** Builds the pages (dist/client) and what renders them (dist/server), unless they are of these very sources already. */
export async function ensureBuilt() {
  if (isBuilt(fingerprint())) return;
  await withInstallLock(async () => {
    const wanted = fingerprint();
    if (isBuilt(wanted)) return;
    // We have the turn: what lies here was left behind by a build that was cut off.
    rmSync(stagingDir, { recursive: true, force: true });
    const fresh = join(stagingDir, 'next');
    try {
      mkdirSync(fresh, { recursive: true });
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      throw new StartupError(
        `The pages are not built, and cannot be built here (${message}).\nRun \`npm run build\` where the directory can be written.`,
      );
    }
    const vite = [
      inRoot('node_modules', 'vite', 'bin', 'vite.js'),
      'build',
      '--logLevel',
      'warn',
      '--emptyOutDir',
    ];
    const env = { NODE_ENV: 'production' };
    await runStep('Building the pages', findNode24(), [...vite, '--outDir', join(fresh, 'client')], { env });
    await runStep(
      'Building the server rendering',
      findNode24(),
      [...vite, '--ssr', 'src/app/shell/ssr.tsx', '--outDir', join(fresh, 'server')],
      { env },
    );
    writeFileSync(stampIn(fresh), wanted);
    if (existsSync(dist)) renameSync(dist, join(stagingDir, 'previous'));
    renameSync(fresh, dist);
    rmSync(inRoot('.building'), { recursive: true, force: true });
  });
}

/** @param {string} wanted */
function isBuilt(wanted) {
  try {
    return readFileSync(stampIn(dist), 'utf8') === wanted;
  } catch {
    return false;
  }
}

/** A hash over the names and contents of everything that the build reads; tests are none of it. */
function fingerprint() {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => {
    const full = join(repositoryRoot, path);
    const stat = statSync(full, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const name of readdirSync(full).sort()) add(`${path}/${name}`);
    } else if (!/\.test\.tsx?$/.test(path)) {
      hash.update(`${path}\0${stat.size}\0`).update(readFileSync(full));
    }
  };
  for (const path of sources) add(path);
  return hash.digest('hex');
}
