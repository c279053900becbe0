import * as fs from 'node:fs';
import * as net from 'node:net';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { EngineData, EngineReport, EngineRequest } from './engine-worker.ts';
import type { EngineLimits } from './engine-limits.ts';
import { takeExclusiveLock } from './exclusive-lock.ts';
import { chooseSocketPlace } from './socket-place.ts';
import type { DatabaseLog } from './database-log.ts';

export type EmbeddedEngineOptions = {
  /** Holds the cluster, its socket and its lock; undefined: in memory. */
  directory: string | undefined;
  dump: Uint8Array<ArrayBuffer> | undefined;
  limits: EngineLimits;
  log: DatabaseLog;
};

const LONGEST_BACKOFF_MS = 5_000;
const HEALTHY_MS = 30_000;
const CLOSE_MS = 10_000;

/** Starts the engine's thread and keeps one running: restarts a dead one, ends one that is stuck in a statement. */
export class EmbeddedEngine {
  /** For psql and the driver: the directory of the socket. */
  readonly socketDirectory: string;
  restartCount = 0;
  #options: EmbeddedEngineOptions;
  #place: ReturnType<typeof chooseSocketPlace>;
  #release: () => void;
  #wasmModule: WebAssembly.Module;
  #busySince = new BigInt64Array(new SharedArrayBuffer(8));
  #worker: Worker | undefined;
  #ready = Promise.withResolvers<void>();
  #isReady = false;
  #started = false;
  #closing = false;
  #failures = 0;
  #unlimited = 0;
  #watch: NodeJS.Timeout;
  #replies = new Map<number, PromiseWithResolvers<unknown>>();
  #lastRequest = 0;

  static async open(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
    const { directory, limits } = options;
    let release = () => undefined as void;
    if (directory !== undefined) {
      fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
      fs.chmodSync(directory, 0o700);
      const lock = await takeExclusiveLock(path.join(directory, 'lock'), directory, limits.lockRetry);
      release = () => lock.release();
    }
    if (directory !== undefined && !fs.existsSync(path.join(directory, 'cluster')))
      options.log.info({ directory }, 'Creating the database: this takes some seconds, once');
    try {
      // Compiled once for all of the process's engines, which makes a restart fast.
      const wasm = createRequire(import.meta.url).resolve('@electric-sql/pglite/pglite.wasm');
      const engine = new EmbeddedEngine(
        options,
        release,
        await WebAssembly.compile(await fs.promises.readFile(wasm)),
      );
      await engine.#firstStart();
      return engine;
    } catch (error) {
      release();
      throw error;
    }
  }

  private constructor(options: EmbeddedEngineOptions, release: () => void, wasmModule: WebAssembly.Module) {
    this.#options = options;
    this.#release = release;
    this.#wasmModule = wasmModule;
    this.#place = chooseSocketPlace(options.directory);
    this.socketDirectory = this.#place.directory;
    this.#ready.promise.catch(() => undefined);
    this.#watch = setInterval(() => this.#endLongStatement(), Math.min(1_000, options.limits.statement / 4));
    this.#watch.unref();
  }

  /** Resolves when the engine accepts connections; rejects when it does not do so in time. */
  async whenReady(): Promise<void> {
    const deadline = performance.now() + this.#options.limits.connect;
    const late = Promise.withResolvers<never>();
    const message = 'The database engine is not ready: it is being restarted';
    const timer = setTimeout(() => late.reject(new Error(message)), this.#options.limits.connect);
    try {
      for (;;) {
        await Promise.race([this.#ready.promise, late.promise]);
        // A thread that has just died is noticed by its socket before it is noticed by its end.
        if (await accepts(this.#place.path)) return;
        if (this.#closing || performance.now() >= deadline) throw new Error(message);
        await Promise.race([delay(20), late.promise]);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Lifts the limit of a statement while the work (a migration) runs. */
  async withoutStatementLimit<T>(work: () => Promise<T>): Promise<T> {
    this.#unlimited += 1;
    try {
      return await work();
    } finally {
      this.#unlimited -= 1;
    }
  }

  /** Ends the engine's thread as a crash would. */
  async terminate(): Promise<void> {
    this.#notReady();
    await this.#worker?.terminate();
  }

  /** Asks the engine's thread for something that is not SQL. */
  async request(what: EngineRequest['do']): Promise<unknown> {
    await this.whenReady();
    return this.#request(what);
  }

  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    clearInterval(this.#watch);
    if (this.#isReady) {
      const timer = setTimeout(() => void this.#worker?.terminate(), CLOSE_MS);
      await this.#request('close').catch((error: unknown) =>
        this.#options.log.warn({ error }, 'The database engine ended before it was closed'),
      );
      clearTimeout(timer);
    }
    await this.#worker?.terminate();
    this.#ready.reject(new Error('The database is closed'));
    this.#place.remove();
    this.#release();
  }

  async #firstStart(): Promise<void> {
    const died = Promise.withResolvers<never>();
    this.#start((reason) => died.reject(new Error(`The database engine does not start: ${reason}`)));
    try {
      await Promise.race([this.#ready.promise, died.promise]);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  #start(onDeathAtStart?: (reason: string) => void): void {
    const { directory, dump, limits, log } = this.#options;
    fs.rmSync(this.#place.path, { force: true });
    Atomics.store(this.#busySince, 0, 0n);
    const workerData: EngineData = {
      directory: directory && path.join(directory, 'cluster'),
      socketPath: this.#place.path,
      dump,
      busySince: this.#busySince,
      limits,
      wasmModule: this.#wasmModule,
    };
    // The process's own flags (a test runner's loaders) are not meant for the engine.
    const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), {
      workerData,
      execArgv: [],
      name: 'database',
      // Deep enough that PostgreSQL notices a recursion (54001) before the stack of the thread ends.
      resourceLimits: { stackSizeMb: 64 },
    });
    this.#worker = worker;
    const startedAt = performance.now();
    let reason = 'its thread was ended';
    worker.on('message', (report: EngineReport) => {
      if (report.is === 'ready') {
        this.#isReady = this.#started = true;
        this.#ready.resolve();
        if (this.restartCount > 0)
          log.info({ ms: Math.round(performance.now() - startedAt) }, 'The database engine is back');
      } else if (report.is === 'dead') {
        reason = report.reason;
        this.#notReady();
      } else if (report.is === 'warning') log.warn({}, report.message);
      else this.#takeReply(report.id).resolve(report.value);
    });
    worker.on('error', (error) => {
      reason = String(error instanceof Error ? (error.stack ?? error) : error);
    });
    worker.on('exit', () => this.#ended(reason, performance.now() - startedAt, onDeathAtStart));
  }

  #ended(reason: string, lived: number, onDeathAtStart?: (reason: string) => void): void {
    Atomics.store(this.#busySince, 0, 0n);
    for (const id of this.#replies.keys()) this.#takeReply(id).reject(new Error(reason));
    if (this.#closing) return;
    if (!this.#started) return onDeathAtStart?.(reason);
    this.#notReady();
    this.#failures = lived > HEALTHY_MS ? 0 : this.#failures + 1;
    const backoff = this.#failures <= 1 ? 0 : Math.min(LONGEST_BACKOFF_MS, 50 * 2 ** this.#failures);
    this.restartCount += 1;
    this.#options.log.error({ reason, backoff }, 'The database engine ended: it is being restarted');
    setTimeout(() => {
      if (!this.#closing) this.#start();
    }, backoff);
  }

  #notReady(): void {
    if (!this.#isReady) return;
    this.#isReady = false;
    this.#ready = Promise.withResolvers<void>();
    this.#ready.promise.catch(() => undefined);
  }

  /** A statement cannot be interrupted inside of the engine, and everybody waits for it. */
  #endLongStatement(): void {
    const since = Atomics.load(this.#busySince, 0);
    if (since === 0n || this.#unlimited > 0) return;
    const ms = Number((process.hrtime.bigint() - since) / 1_000_000n);
    if (ms < this.#options.limits.statement) return;
    this.#options.log.error({ ms }, 'A statement runs for too long: the database engine is being ended');
    void this.terminate();
  }

  #request(what: EngineRequest['do']): Promise<unknown> {
    const id = ++this.#lastRequest;
    const reply = Promise.withResolvers<unknown>();
    this.#replies.set(id, reply);
    this.#worker!.postMessage({ id, do: what } satisfies EngineRequest);
    return reply.promise;
  }

  #takeReply(id: number): PromiseWithResolvers<unknown> {
    const reply = this.#replies.get(id)!;
    this.#replies.delete(id);
    return reply;
  }
}

function accepts(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(socketPath);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
