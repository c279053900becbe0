/** A separate product process, which may be killed and restarted on the same data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../server/free-port.ts';

const root = join(import.meta.dirname, '..', '..', '..');

type Variables = Record<string, string>;

const urlAt = (port: number) => `http://127.0.0.1:${port}`;

export class E2eServer {
  readonly #port: number;
  readonly #dataDir: string;
  readonly #variables: Variables;
  #process: ChildProcess | null = null;

  private constructor(port: number, dataDir: string, variables: Variables) {
    this.#port = port;
    this.#dataDir = dataDir;
    this.#variables = variables;
  }

  /** `variables` may depend on the server's URL. */
  static async start(variables: Variables | ((url: string) => Promise<Variables>) = {}): Promise<E2eServer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'bookswap-own-server-'));
    const port = await freePort();
    const chosen = typeof variables === 'function' ? await variables(urlAt(port)) : variables;
    const server = new E2eServer(port, dataDir, chosen);
    await server.start();
    return server;
  }

  get url(): string {
    return urlAt(this.#port);
  }

  /** Resolves when the server listens. */
  async start(): Promise<void> {
    const server = spawn(process.execPath, [join(root, 'scripts', 'serve.mjs')], {
      cwd: root,
      // The channel ends with this process, which tells the server to stop.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        ...process.env,
        PORT: String(this.#port),
        HOST: '127.0.0.1',
        DATA_DIR: this.#dataDir,
        DEMO: '0',
        ...this.#variables,
      },
    });
    this.#process = server;
    await new Promise<void>((resolve, reject) => {
      server.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
      server.stdout!.on('data', (text: Buffer) => text.includes('BookSwap listens on') && resolve());
    });
  }

  /** Kills the process without any cleanup, like a power cut. */
  async kill(): Promise<void> {
    const server = this.#process;
    if (server === null) return;
    this.#process = null;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await this.kill();
    // Its database is still stopping.
    await rm(this.#dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }
}
