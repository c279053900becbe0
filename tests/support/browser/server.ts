/** A separate product process, which may be killed and restarted on the same data. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ignoreServer } from './error-watch.ts';
import { freePort } from '../server/free-port.ts';
import { BuiltProduct } from '../processes/built-product.ts';
import { memoryDirectory } from '../server/memory-directory.ts';

type Variables = Record<string, string>;

/** Node loads this file into the server before everything else. */
const preload = (file: string): Variables => ({
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${pathToFileURL(join(import.meta.dirname, file)).href}`,
});

/** For a server that meets fakes instead of other hosts: the address for each word in a host's name. */
export const redirectHosts = (fakes: Record<string, string>): Variables => ({
  FAKE_HOSTS: JSON.stringify(fakes),
  ...preload('redirect-requests.mjs'),
});

/** For a server whose clock the test sets, with `setClock`. */
export const settableClock = (): Variables => preload('settable-clock.mjs');

export class E2eServer {
  readonly #process: BuiltProduct;
  readonly dataDir: string;

  private constructor(process: BuiltProduct, dataDir: string) {
    this.#process = process;
    this.dataDir = dataDir;
  }

  /** `variables` may depend on the server's URL. */
  static async start(variables: Variables | ((url: string) => Promise<Variables>) = {}): Promise<E2eServer> {
    const dataDir = await mkdtemp(join(memoryDirectory(), 'bookswap-own-server-'));
    const port = await freePort();
    const chosen = typeof variables === 'function' ? await variables(`http://127.0.0.1:${port}`) : variables;
    const product = new BuiltProduct({ port, dataDir, variables: chosen, showErrors: true });
    const server = new E2eServer(product, dataDir);
    await server.start();
    return server;
  }

  get url(): string {
    return this.#process.url;
  }

  /** Resolves when the server listens. */
  start(): Promise<void> {
    return this.#process.start();
  }

  /** The clock of the server goes on from there; jobs that were due meanwhile run once. Needs `settableClock`. */
  setClock(time: Date): Promise<void> {
    return this.#process.setClock(time);
  }

  /** Kills the process without any cleanup, like a power cut. */
  async kill(): Promise<void> {
    await this.#process.kill();
  }

  /** For good. */
  async stop(): Promise<void> {
    ignoreServer(this.url);
    await this.kill();
    // Its database is still stopping.
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }
}
