/** The built product, pages and all, as a separate process, which tests kill, stop and start again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { launcherConfig } from '../../../scripts/launcher-config.mjs';

const root = join(import.meta.dirname, '..', '..', '..');

const MAX_OUTPUT = 20_000;

type BuiltProductOptions = {
  port: number;
  dataDir: string;
  /** Further environment variables of the product. */
  variables?: Record<string, string>;
  /** Of the built tree; default: this one. */
  tree?: string;
  /** Whether its errors go to the terminal, too. Default: they are in `output` only. */
  showErrors?: boolean;
};

export class BuiltProduct {
  readonly url: string;
  readonly #options: BuiltProductOptions;
  #child: ChildProcess | null = null;
  #output = '';

  constructor(options: BuiltProductOptions) {
    this.#options = options;
    this.url = `http://127.0.0.1:${options.port}`;
  }

  /** The end of what it has printed, over all its starts. */
  get output(): string {
    return this.#output;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves when it listens; rejects with its output if it ends before. */
  async start(): Promise<void> {
    const { port, dataDir, variables, showErrors, tree = root } = this.#options;
    const child = spawn(
      process.execPath,
      [...launcherConfig.nodeOptions, join(tree, 'scripts', 'serve.mjs')],
      {
        cwd: tree,
        // The channel ends with this process, which tells the product to stop.
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          TMPDIR: process.env.TMPDIR,
          PORT: String(port),
          HOST: '127.0.0.1',
          DATA_DIR: dataDir,
          DEMO: '0',
          ...variables,
        },
      },
    );
    this.#child = child;
    const note = (text: string) => (this.#output = (this.#output + text).slice(-MAX_OUTPUT));
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      note(text);
      if (showErrors) process.stderr.write(text);
    });
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The product ended with ${code}\n${this.#output}`)));
      child.stdout!.setEncoding('utf8').on('data', (text: string) => {
        note(text);
        if (text.includes('BookSwap listens on')) resolve();
      });
    });
  }

  /** For a process with `settable-clock.mjs`, which answers when the time is set. */
  async setClock(time: Date): Promise<void> {
    const answered = once(this.#child!, 'message');
    this.#child!.send({ clock: time.getTime() });
    await answered;
  }

  /** Without any cleanup, like a power cut. */
  kill(): Promise<number | null> {
    return this.#end('SIGKILL');
  }

  /** In order, as an operator does. Returns its exit code; null if a signal has ended it. */
  stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    return (await ended)[0];
  }
}
