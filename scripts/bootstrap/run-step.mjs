import { spawn } from 'node:child_process';
import { repositoryRoot, StartupError } from './paths.mjs';

const HEARTBEAT_MS = 10_000;

/** @type {Record<string, number>} */
export const exitCodeBySignal = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/**
 * Runs a program to its end, saying that it runs and for how long; what it prints is shown only when it fails. A signal that reaches
 * us is passed on, so that nothing goes on behind the person's back.
 * @param {string} title what is being done, in the person's words
 * @param {string} command
 * @param {string[]} args
 * @param {{env?: NodeJS.ProcessEnv, measure?: () => string}} [options] `measure` gives a word on how far it has come
 */
export async function runStep(title, command, args, options = {}) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(0)} s`;
  const live = process.stdout.isTTY;
  const line = () => `${title} … ${options.measure?.() ?? ''}${seconds()}`;
  process.stdout.write(live ? `${title} …` : `${title} …\n`);
  const ticker = setInterval(
    () => process.stdout.write(live ? `\r\x1b[2K${line()}` : `${line()}\n`),
    live ? 500 : HEARTBEAT_MS,
  );
  const child = spawn(command, args, {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { NO_COLOR: '1', ...process.env, ...options.env },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));

  /** @type {NodeJS.Signals | undefined} */
  let interrupted;
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    interrupted = signal;
    child.kill(signal);
  };
  for (const signal of Object.keys(exitCodeBySignal)) process.on(signal, passOn);
  const failure = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? '' : `ended with ${signal ?? `code ${code}`}`),
    );
  });
  for (const signal of Object.keys(exitCodeBySignal)) process.off(signal, passOn);
  clearInterval(ticker);
  if (live) process.stdout.write('\r\x1b[2K');
  if (interrupted) throw new StartupError(`${title}: interrupted`, exitCodeBySignal[interrupted]);
  if (failure) throw new StartupError(`${output.trimEnd()}\n\n${title}: ${failure}`);
  console.log(`${title}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
