import { exitCodeBySignal } from './run-step.mjs';

/** Within it, a second signal is the same key press once more: the terminal sends it to everybody, and npm passes it on. */
const ECHO_MS = 1500;

/**
 * Lets the first SIGINT or SIGTERM through to the server's listeners, and only that. Before the server listens for them, and when the
 * person asks again because stopping takes too long, the process ends at once.
 *
 * To be called before anybody else listens: Node binds `process.emit` at the first listener of a signal.
 */
export function deliverSignalsOnce() {
  let first = 0;
  const emit = process.emit.bind(process);
  process.emit = /** @type {typeof emit} */ (
    function (/** @type {string} */ name, /** @type {unknown[]} */ ...args) {
      if (name !== 'SIGINT' && name !== 'SIGTERM') return Reflect.apply(emit, undefined, [name, ...args]);
      if (first === 0) {
        first = Date.now();
        return Reflect.apply(emit, undefined, [name, ...args]);
      }
      if (Date.now() - first > ECHO_MS) process.exit(exitCodeBySignal[name]);
      return true;
    }
  );
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(exitCodeBySignal[signal]);
    });
  }
  // The terminal was closed.
  process.once('SIGHUP', () => process.kill(process.pid, 'SIGTERM'));
}
