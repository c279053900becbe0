import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onOrphaned } from './on-orphaned.mjs';
import { findNode24 } from './node-version.mjs';
import { inRoot, repositoryRoot } from './paths.mjs';
import { exitCodeBySignal } from './run-step.mjs';

const KILL_AFTER_MS = 10_000;
const SETTLE_MS = 100;

function spawnServer() {
  // The channel is its lifeline: it closes with us, and the server stops.
  return spawn(findNode24(), [inRoot('scripts', 'bootstrap', 'serve.mjs')], {
    cwd: repositoryRoot,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

/** Runs the server in a process of its own, and ends as it ends. */
export function superviseServer() {
  const server = spawnServer();
  passSignalsTo(() => server);
  server.once('exit', exitLikeChild);
}

/** The same, and starts it anew whenever a file that it has loaded changes. */
export function superviseWithRestart() {
  /** @type {Set<string>} */
  let loaded = new Set();
  let running = true;
  let restarting = false;
  let stopping = false;

  const start = () => {
    loaded = new Set();
    running = true;
    const started = spawnServer();
    started.on('message', (message) => {
      if (message && typeof message === 'object' && 'loaded' in message)
        loaded.add(fileURLToPath(String(message.loaded)));
    });
    started.once('exit', (code, signal) => {
      running = false;
      if (restarting && !stopping) {
        restarting = false;
        server = start();
      } else if (stopping || (code === 0 && !signal)) {
        exitLikeChild(code, signal);
      } else {
        console.log('The server has ended; it starts again when a file changes.');
      }
    });
    return started;
  };
  let server = start();

  const restart = (/** @type {string} */ file) => {
    console.log(`${relative(repositoryRoot, file)} has changed: the server starts again`);
    if (!running) {
      server = start();
      return;
    }
    restarting = true;
    stop(server);
  };

  /** @type {NodeJS.Timeout | undefined} */
  let settling;
  for (const folder of ['src', 'packages']) {
    watch(inRoot(folder), { recursive: true }, (_event, name) => {
      const file = name && inRoot(folder, name);
      if (!file || stopping || restarting || !(running ? loaded.has(file) : /\.tsx?$/.test(file))) return;
      clearTimeout(settling);
      settling = setTimeout(restart, SETTLE_MS, file);
    });
  }

  passSignalsTo(() => {
    stopping = true;
    if (!running) process.exit(0);
    return server;
  });
}

/** @param {import('node:child_process').ChildProcess} server */
function stop(server, /** @type {NodeJS.Signals} */ signal = 'SIGTERM') {
  server.kill(signal);
  setTimeout(() => server.kill('SIGKILL'), KILL_AFTER_MS).unref();
}

/** @param {() => import('node:child_process').ChildProcess} server */
function passSignalsTo(server) {
  for (const signal of /** @type {NodeJS.Signals[]} */ (Object.keys(exitCodeBySignal)))
    process.on(signal, () => stop(server(), signal));
  onOrphaned(() => stop(server()));
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
function exitLikeChild(code, signal) {
  process.exit(signal ? (exitCodeBySignal[signal] ?? 1) : (code ?? 1));
}
