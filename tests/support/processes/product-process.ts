import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { freePort } from '../server/free-port.ts';

const ENTRY = join(import.meta.dirname, 'serve-without-pages.ts');
/** Passes a socket on as systemd does: only the process itself knows its id before it starts. */
const WITH_SOCKET = ['-c', 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', 'sh'];

type StartOptions = {
  /** Default: a free one. */
  port?: number;
  /** The descriptor of a bound socket on that port, for the process to listen on. */
  socket?: number;
};

/** The product in a separate process, for tests that send it signals. */
export class ProductProcess {
  readonly address: string;
  readonly port: number;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  readonly #process: ChildProcess;
  #output = '';

  private constructor(variables: Record<string, string>, port: number, socket: number | undefined) {
    this.port = port;
    this.address = `http://127.0.0.1:${port}`;
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '', NODE_OPTIONS = '' } = process.env;
    const command = [process.execPath, ENTRY];
    const [program, ...args] = socket === undefined ? command : ['sh', ...WITH_SOCKET, ...command];
    this.#process = spawn(program!, args, {
      env: { PATH, HOME, NODE_COMPILE_CACHE, NODE_OPTIONS, PORT: String(port), DEMO: '0', ...variables },
      stdio: ['ignore', 'pipe', 'pipe', ...(socket === undefined ? [] : [socket])],
    });
    for (const stream of [this.#process.stdout!, this.#process.stderr!])
      stream.on('data', (chunk) => (this.#output += String(chunk)));
    this.ended = new Promise((resolve) => {
      this.#process.once('close', (code, signal) => resolve(code ?? signal));
    });
  }

  /** Resolves when it listens. */
  static async start(
    variables: Record<string, string>,
    { port, socket }: StartOptions = {},
  ): Promise<ProductProcess> {
    const started = new ProductProcess(variables, port ?? (await freePort()), socket);
    let hasEnded = false;
    void started.ended.then(() => (hasEnded = true));
    await vi.waitFor(() => expect(hasEnded || started.output.includes('BookSwap listens')).toBe(true), {
      timeout: 60_000,
      interval: 20,
    });
    if (hasEnded) throw new Error(`The product ended:\n${started.output}`);
    return started;
  }

  /** Standard output and standard error so far. */
  get output(): string {
    return this.#output;
  }

  signal(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  /** Ends it at once, if a test has left it running. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended;
  }
}
