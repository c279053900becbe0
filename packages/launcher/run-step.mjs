import { spawn } from 'node:child_process';
import { exitCodeBySignal, onEndSignals } from './signals.mjs';
import { StartupError } from './startup-error.mjs';

const HEARTBEAT_MS = 10_000;
const REDRAW_MS = 500;

/**
 * Runs a program to its end, printing that it runs and for how long; its output is shown only when it fails.
 * A signal to this process is passed on, so that no work continues after Ctrl-C.
 * @param {string} title the work in the user's terms
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd: string, env?: NodeJS.ProcessEnv, measure?: () => string}} options `measure` describes the
 * progress
 */
export async function runStep(title, command, args, { cwd, env, measure }) {
  const started = Date.now();
  const endProgress = showProgress(title, () => `${measure?.() ?? ''}${secondsSince(started).toFixed(0)} s`);
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { NO_COLOR: '1', ...process.env, ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));

  /** @type {NodeJS.Signals | undefined} */
  let interrupted;
  const removeListeners = onEndSignals((signal) => {
    interrupted = signal;
    child.kill(signal);
  });
  const failure = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? '' : `ended with ${signal ?? `code ${code}`}`),
    );
  });
  removeListeners();
  endProgress();
  if (interrupted) throw new StartupError(`${title}: interrupted`, exitCodeBySignal[interrupted]);
  if (failure) throw new StartupError(`${output.trimEnd()}\n\n${title}: ${failure}`);
  console.log(`${title}: done in ${secondsSince(started).toFixed(1)} s`);
}

/** @param {number} started */
const secondsSince = (started) => (Date.now() - started) / 1000;

/**
 * One line that is redrawn on a terminal; elsewhere a line now and then.
 * @param {string} title
 * @param {() => string} progress
 * @returns {() => void} ends it
 */
function showProgress(title, progress) {
  const isTerminal = process.stdout.isTTY;
  const line = () => `${title} … ${progress()}`;
  process.stdout.write(isTerminal ? `${title} …` : `${title} …\n`);
  const timer = setInterval(
    () => process.stdout.write(isTerminal ? `\r\x1b[2K${line()}` : `${line()}\n`),
    isTerminal ? REDRAW_MS : HEARTBEAT_MS,
  );
  return () => {
    clearInterval(timer);
    if (isTerminal) process.stdout.write('\r\x1b[2K');
  };
}
