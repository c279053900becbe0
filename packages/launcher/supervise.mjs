import { spawn } from 'node:child_process';
import { readdirSync, statSync, watch } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode24 } from './node-version.mjs';
import { onOrphaned } from './on-orphaned.mjs';
import { exitLikeChild, onEndSignals } from './signals.mjs';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { LauncherConfig } from './launch.mjs' */

/** A server may take 15 seconds, and its grace. */
const KILL_AFTER_MS = 20_000;

/**
 * Runs the server in a child process, and ends as it ends.
 * @param {LauncherConfig} config
 */
export function superviseServer(config) {
  const server = spawnServer(config);
  stopWithThisProcess(() => server);
  server.once('exit', exitLikeChild);
}

/**
 * The same, and restarts the server whenever a file that it has loaded changes.
 * @param {LauncherConfig} config
 */
export function superviseWithRestart(config) {
  const server = new RestartableServer(config);
  watchFolders(config, {
    isWatched: (file) => server.isAffectedBy(file),
    onChange: (name) => {
      console.log(`${name} has changed: the server starts again`);
      server.restart();
    },
  });
  stopWithThisProcess(() => server.stopForGood());
}

/**
 * One server at a time: the next one starts when the one before has ended, and with it the database that it
 * holds.
 */
class RestartableServer {
  /** @type {Set<string>} */
  #loaded = new Set();
  /** @type {'running' | 'restarting' | 'stopping' | 'ended'} */
  #state = 'ended';
  #config;
  #process;

  /** @param {LauncherConfig} config */
  constructor(config) {
    this.#config = config;
    this.#process = this.#start();
  }

  /**
   * A server that has failed may have failed for want of a file: any source file may mend it.
   * @param {string} file
   */
  isAffectedBy(file) {
    if (this.#state === 'running') return this.#loaded.has(file);
    return this.#state === 'ended' && /\.tsx?$/.test(file);
  }

  restart() {
    if (this.#state === 'ended') {
      this.#process = this.#start();
    } else if (this.#state === 'running') {
      this.#state = 'restarting';
      stop(this.#process);
    }
  }

  /** @returns {ChildProcess} the process to stop; without one this process ends */
  stopForGood() {
    if (this.#state === 'ended') process.exit(0);
    this.#state = 'stopping';
    return this.#process;
  }

  #start() {
    this.#loaded.clear();
    this.#state = 'running';
    const started = spawnServer(this.#config);
    started.on('message', (message) => {
      if (message && typeof message === 'object' && 'loaded' in message)
        this.#loaded.add(fileURLToPath(String(message.loaded)));
    });
    started.once('exit', (code, signal) => this.#onExit(code, signal));
    return started;
  }

  /**
   * @param {number | null} code
   * @param {NodeJS.Signals | null} signal
   */
  #onExit(code, signal) {
    if (this.#state === 'restarting') {
      this.#process = this.#start();
    } else if (this.#state === 'stopping' || code === 0) {
      exitLikeChild(code, signal);
    } else {
      this.#state = 'ended';
      console.log('The server has ended; it starts again when a file changes.');
    }
  }
}

/** @param {LauncherConfig} config */
function spawnServer(config) {
  // The channel ends with this process, which tells the server to stop.
  return spawn(findNode24(config), [...config.nodeOptions, config.serveScript], {
    cwd: config.root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

/**
 * @param {ChildProcess} server
 * @param {NodeJS.Signals} [signal]
 */
function stop(server, signal = 'SIGTERM') {
  server.kill(signal);
  setTimeout(() => server.kill('SIGKILL'), KILL_AFTER_MS).unref();
}

/** @param {() => ChildProcess} getServer */
function stopWithThisProcess(getServer) {
  onEndSignals((signal) => stop(getServer(), signal));
  onOrphaned(() => stop(getServer()));
}

/** An editor or a checkout writes several files, and one file several times. */
const SETTLE_MS = 100;

/**
 * Elsewhere the system does it. On Linux Node watches each file, and loses one that is replaced by renaming
 * another.
 */
const isRecursive = process.platform !== 'linux';

/**
 * Calls `onChange` with the path of a file, relative to the root, soon after a watched one has changed.
 * @param {LauncherConfig} config
 * @param {{isWatched: (file: string) => boolean, onChange: (name: string) => void}} listener
 */
function watchFolders({ root, watchedFolders }, { isWatched, onChange }) {
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
