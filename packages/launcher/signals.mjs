/** @type {Record<string, number>} */
export const exitCodeBySignal = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/**
 * Within this time a second signal is the same key press: the terminal sends it to every process, and npm
 * passes it on.
 */
const ECHO_MS = 1500;

/**
 * Calls `listener` for each termination signal to this process.
 * @param {(signal: NodeJS.Signals) => void} listener
 * @returns {() => void} removes the listeners
 */
export function onEndSignals(listener) {
  const signals = /** @type {NodeJS.Signals[]} */ (Object.keys(exitCodeBySignal));
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}

/**
 * Ends this process as a child has ended.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitLikeChild(code, signal) {
  process.exit(signal ? (exitCodeBySignal[signal] ?? 1) : (code ?? 1));
}

/**
 * Delivers the first SIGINT or SIGTERM to the server's listeners, and no other. The process ends at once when
 * the server does not listen for them yet, or at a second Ctrl-C because stopping takes too long.
 *
 * Call it before any other code listens: Node binds `process.emit` at the first listener of a signal.
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
      // Only a person is impatient: a supervisor that repeats its signal must not cut what is being finished.
      if (name === 'SIGINT' && Date.now() - first > ECHO_MS) process.exit(exitCodeBySignal[name]);
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
