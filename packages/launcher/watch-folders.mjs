import { readdirSync, statSync, watch } from 'node:fs';
import { join, relative } from 'node:path';

/** An editor or a checkout writes several files, and one file several times. */
const SETTLE_MS = 100;

/**
 * Elsewhere the system does it. On Linux Node watches each file, and loses one that is replaced by renaming
 * another.
 */
const isRecursive = process.platform !== 'linux';

/**
 * Calls `onChange` with the path of a file, relative to the root, soon after a watched one has changed.
 * @param {import('./launch.mjs').LauncherConfig} config
 * @param {{isWatched: (file: string) => boolean, onChange: (name: string) => void}} listener
 */
export function watchFolders({ root, watchedFolders }, { isWatched, onChange }) {
  /** @type {NodeJS.Timeout | undefined} */
  let settling;
  const onFile = (/** @type {string} */ file) => {
    if (!isWatched(file)) return;
    clearTimeout(settling);
    settling = setTimeout(() => onChange(relative(root, file)), SETTLE_MS);
  };
  for (const folder of watchedFolders) watchFolder(join(root, folder), onFile);
}

/**
 * Also watches the folders inside, and those that are created later.
 * @param {string} folder
 * @param {(file: string) => void} onFile
 */
function watchFolder(folder, onFile) {
  watch(folder, { recursive: isRecursive }, (event, name) => {
    if (!name) return;
    const path = join(folder, name);
    if (isRecursive || event !== 'rename' || !isFolder(path)) return onFile(path);
    watchFolder(path, onFile);
    // Its files may be older than the watch.
    for (const file of readdirSync(path)) onFile(join(path, file));
  });
  if (isRecursive) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) watchFolder(join(folder, entry.name), onFile);
}

/** @param {string} path */
const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
