import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { ProcessMessage, Usage } from './process-channel.ts';

type MeasuredOptions = {
  /** A program of this folder or with a full path, and its start message. */
  program: string;
  settings: unknown;
  /** Directory for its CPU profile. */
  profileDir?: string | undefined;
  filled?: (done: number) => void;
};

/** A server in a separate process that reports its resource usage. */
export class MeasuredProcess<Ready> implements AsyncDisposable {
  readonly ready: Ready;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, ready: Ready) {
    this.#child = child;
    this.ready = ready;
  }

  static async start<Ready>({
    program,
    settings,
    profileDir,
    filled,
  }: MeasuredOptions): Promise<MeasuredProcess<Ready>> {
    const child = fork(resolve(import.meta.dirname, program), [JSON.stringify(settings)], {
      env: { ...process.env, NODE_ENV: 'production' },
      execArgv: [
        '--expose-gc',
        ...(profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]),
      ],
    });
    const ready = await new Promise<Ready>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`${program} ended with ${code} before it was ready`)));
      child.on('message', (told: ProcessMessage) => {
        if ('filled' in told) filled?.(told.filled);
        if ('ready' in told) resolve(told.ready as Ready);
      });
    });
    return new MeasuredProcess(child, ready);
  }

  /** CPU time of all its threads and of its embedded database so far, in microseconds. */
  async cpu(): Promise<number> {
    const { own, database } = await this.usage();
    return own + database;
  }

  /** `collected`: the memory after a garbage collection. */
  async usage({ collected = false } = {}): Promise<Usage> {
    const answer = new Promise<Usage>((resolve, reject) => {
      const ended = () => reject(new Error('The measured server ended'));
      const listen = (told: ProcessMessage) => {
        if (!('usage' in told)) return;
        this.#child.off('message', listen).off('exit', ended);
        resolve(told.usage);
      };
      this.#child.on('message', listen).once('exit', ended);
      // Without a callback, a channel that is closed would end this process and all other results.
      this.#child.send(collected ? 'usage after collection' : 'usage', (error) => error && reject(error));
    });
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.send('stop');
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(late);
  }
}
