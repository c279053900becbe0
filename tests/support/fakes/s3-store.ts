import S3rver from '@20minutes/s3rver';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Config } from '#platform/server/storage/s3-storage.ts';

/** What the store does with its next requests. 'cut': half of the body, then the connection ends. */
type Fault = 'busy' | 'silent' | 'cut';

type ServerControl = { stop(): Promise<void>; start(): Promise<void>; remove(): Promise<void> };

/** A store that checks signatures, with the keys that the package knows. */
export class S3Store {
  readonly config: S3Config;
  /** Method and path of all requests. */
  readonly requests: string[] = [];
  #faults: Fault[] = [];
  #always: Fault | null = null;
  readonly #server: ServerControl;

  static async start(): Promise<S3Store> {
    const directory = await mkdtemp(join(tmpdir(), 's3-'));
    const bucket = 'photos';
    const s3 = new S3rver({ silent: true, directory, configureBuckets: [{ name: bucket }] });
    await s3.configureBuckets();
    const respond = s3.callback();
    const server = createServer((request, response) => {
      if (!store.#meets(request, response)) respond(request, response);
    });
    const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
    await listen(0);
    const { port } = server.address() as AddressInfo;
    const store = new S3Store(`http://127.0.0.1:${port}`, bucket, {
      async stop() {
        server.closeAllConnections();
        if (server.listening) await new Promise((resolve) => server.close(resolve));
      },
      start: () => listen(port),
      remove: () => rm(directory, { recursive: true }),
    });
    return store;
  }

  private constructor(endpoint: string, bucket: string, server: ServerControl) {
    this.#server = server;
    const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
    this.config = { endpoint, region: 'us-east-1', bucket, ...keys, publicUrl: null };
  }

  /** The next requests fail, one by one. */
  failNext(...faults: Fault[]): void {
    this.#faults.push(...faults);
  }

  /** All requests fail until `null` is set. */
  failAll(fault: Fault | null): void {
    this.#always = fault;
  }

  /** Ends the open connections and refuses new ones; `resume` ends that, on the same port and objects. */
  stop(): Promise<void> {
    return this.#server.stop();
  }

  resume(): Promise<void> {
    return this.#server.start();
  }

  async close(): Promise<void> {
    await this.#server.stop();
    await this.#server.remove();
  }

  #meets({ method, url }: IncomingMessage, response: ServerResponse): boolean {
    this.requests.push(`${method} ${url}`);
    const fault = this.#faults.shift() ?? this.#always;
    if (fault === null) return false;
    if (fault === 'busy') response.writeHead(503, { 'content-type': 'application/xml' }).end('<Error/>');
    if (fault === 'cut')
      response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy());
    return true;
  }
}
