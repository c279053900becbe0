// The embedded engine's thread: PGlite, and the socket that the driver, and psql, connect to.
import * as fs from 'node:fs';
import * as net from 'node:net';
import * as path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import type { EngineLimits } from './engine-limits.ts';
import { DurableFilesystem, startParameters, syncPath, syncTree } from './durable-filesystem.ts';
import { startUpkeep } from './upkeep.ts';
import { eachMessage } from './wire-messages.ts';
import { WireMultiplexer } from './wire-multiplexer.ts';

export type EngineData = {
  /** The cluster's directory; undefined: in memory. */
  directory: string | undefined;
  socketPath: string;
  /** A tar of a cluster's directory to begin with (in memory only). */
  dump: Uint8Array<ArrayBuffer> | undefined;
  /** Nanoseconds (process.hrtime) since when a client's batch runs; 0: none does. */
  busySince: BigInt64Array;
  limits: EngineLimits;
  wasmModule: WebAssembly.Module;
};
export type EngineRequest = { id: number; do: 'close' | 'dump' | 'upkeep' | 'fsync-count' };
export type EngineReport =
  | { is: 'ready' }
  | { is: 'dead'; reason: string }
  | { is: 'warning'; message: string }
  | { is: 'reply'; id: number; value?: unknown };

const POSTGRES_MAIN_LONGJMP = 100;
const { directory, socketPath, dump, busySince, limits, wasmModule } = workerData as EngineData;
const port = parentPort!;
const report = (message: EngineReport) => port.postMessage(message);
const lastWords: string[] = [];

if (directory !== undefined && !fs.existsSync(directory)) await initialise(directory);
const files = directory === undefined ? undefined : new DurableFilesystem(directory);
const engine = await PGlite.create(engineOptions(files, dump));
endOnDeath(engine);

const multiplexer = new WireMultiplexer({
  execute: (batch, onRawData) => engine.execProtocolRawStream(batch, { syncToFs: false, onRawData }),
  startupReply: recordStartup(engine),
  idleInTransaction: limits.idleInTransaction,
  onBusy: (busy) => Atomics.store(busySince, 0, busy ? process.hrtime.bigint() : 0n),
});
const upkeep = startUpkeep({
  multiplexer,
  every: limits.upkeep,
  onError: (error) => report({ is: 'warning', message: `The database's upkeep failed: ${String(error)}` }),
});
// The engine reports its settings again with the second statement: to us, then, rather than to a client.
for (const _ of ['first', 'second']) await multiplexer.run('SELECT 1');

const sockets = new Set<net.Socket>();
const server = net.createServer((socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  multiplexer.accept(socket);
});
server.listen(socketPath, () => {
  fs.chmodSync(socketPath, 0o600);
  report({ is: 'ready' });
});
port.on('message', (request: EngineRequest) => void answer(request));

async function answer({ id, do: what }: EngineRequest): Promise<void> {
  let value: unknown;
  if (what === 'close') {
    upkeep.stop();
    multiplexer.stop();
    server.close();
    for (const socket of sockets) socket.destroy();
    await engine.close();
  } else if (what === 'upkeep') await upkeep.now();
  else if (what === 'fsync-count') value = files?.fsyncCount ?? 0;
  else {
    await multiplexer.run('CHECKPOINT');
    value = new Uint8Array(await (await engine.dumpDataDir('none')).arrayBuffer());
  }
  report({ is: 'reply', id, value });
}

function engineOptions(fs: DurableFilesystem | undefined, loadDataDir: Uint8Array<ArrayBuffer> | undefined) {
  return {
    fs,
    loadDataDir: loadDataDir && new Blob([loadDataDir]),
    pgliteWasmModule: wasmModule,
    extensions: { unaccent, pg_trgm },
    startParams: startParameters({ durable: fs !== undefined }),
    onStderr: (text: string) => {
      lastWords.push(text);
      if (lastWords.length > 20) lastWords.shift();
      return false;
    },
  };
}

/** A start that is interrupted must not leave half a cluster: it is made elsewhere, and renamed when it is whole. */
async function initialise(target: string): Promise<void> {
  const parent = path.dirname(target);
  const beginning = `${path.basename(target)}-initialising-`;
  for (const name of fs.readdirSync(parent))
    if (name.startsWith(beginning)) fs.rmSync(path.join(parent, name), { recursive: true });
  const temporary = fs.mkdtempSync(path.join(parent, beginning));
  const fresh = await PGlite.create(engineOptions(new DurableFilesystem(temporary), undefined));
  await fresh.close();
  fs.chmodSync(temporary, 0o700);
  syncTree(temporary);
  fs.renameSync(temporary, target);
  syncPath(parent);
}

/** PGlite swallows what ends the engine (a FATAL or PANIC, a trap, memory running out) and would go on with a corpse. */
function endOnDeath(engine: PGlite): void {
  const mod = engine.Module;
  const once = mod._PostgresMainLoopOnce;
  mod._PostgresMainLoopOnce = () => {
    try {
      once();
    } catch (error) {
      if ((error as { status?: number }).status === POSTGRES_MAIN_LONGJMP) throw error; // an ordinary SQL error
      report({ is: 'dead', reason: [String(error), ...lastWords].join('\n') });
      process.exit(70); // of this thread
    }
  };
}

function recordStartup(engine: PGlite): Buffer {
  const parameters = Buffer.from('user\0postgres\0database\0postgres\0\0');
  const packet = Buffer.alloc(8 + parameters.length);
  packet.writeInt32BE(packet.length, 0);
  packet.writeInt32BE(3 << 16, 4);
  packet.set(parameters, 8);
  const reply = Buffer.from(engine.execProtocolRawSync(packet));
  const kept = [...eachMessage(reply)].filter(({ type }) => type === 'R' || type === 'S');
  if (!kept.some(({ type }) => type === 'R')) throw new Error('The database engine did not accept a session');
  return Buffer.concat(kept.map(({ whole }) => whole));
}
