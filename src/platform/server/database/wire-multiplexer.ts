import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  ReplyScanner,
  closeStatementMessage,
  errorMessage,
  eachMessage,
  queryMessage,
  raisingQuery,
  readyMessage,
  syncMessage,
} from './wire-messages.ts';
import { WireConnection } from './wire-connection.ts';
import type { Batch, Session } from './wire-connection.ts';

export type MultiplexerOptions = {
  /** Gives the engine whole messages; resolves when it has answered all of them. */
  execute(batch: Buffer, onReply: (chunk: Uint8Array) => void): Promise<void>;
  /** What the engine answers to a start-up packet, without BackendKeyData and ReadyForQuery. */
  startupReply: Buffer;
  /** Milliseconds that a transaction may idle while others wait. */
  idleInTransaction: number;
  /** The engine begins (true) or has ended (false) a client's batch. */
  onBusy(busy: boolean): void;
};

const BATCHES_PER_TURN = 16;
const LONGEST_WRITE = 256 * 1024;

/**
 * Lets many connections share the engine's one session. A batch is one call of the engine; whoever has a transaction
 * open owns the engine until it ends, and the others wait in order.
 */
export class WireMultiplexer {
  /** When a client's batch last ended, on performance.now()'s clock. */
  lastActivity = performance.now();
  #options: MultiplexerOptions;
  #connections = new Map<number, WireConnection>();
  #waiting: Session[] = [];
  #owner: Session | undefined;
  #ownerIdleSince = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #unnamedOf: Session | undefined;
  #running = false;
  #stopped = false;
  #lastId = 0;

  constructor(options: MultiplexerOptions) {
    this.#options = options;
  }

  accept(socket: Socket): void {
    const id = ++this.#lastId;
    const secret = randomInt(2 ** 31);
    const connection = new WireConnection(socket, id, secret, this.#options.startupReply, {
      onBatch: () => this.#wait(connection),
      onClose: () => this.#close(connection),
      onCancel: (process, key) => this.#cancel(process, key),
    });
    this.#connections.set(id, connection);
  }

  /** Gives the engine nothing any more. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#idleTimer);
  }

  /** Whether a transaction is open between two batches. */
  get owned(): boolean {
    return this.#owner !== undefined;
  }

  /** Whether nobody uses the engine or waits for it. */
  get idle(): boolean {
    return !this.#running && !this.#owner && this.#waiting.length === 0;
  }

  /** Runs SQL of our own between the clients' batches, and gives its rows as text; throws the engine's error. */
  async run(sql: string): Promise<(string | null)[][]> {
    const replies: Buffer[] = [];
    await this.#runInternally(queryMessage(sql), (bytes) => replies.push(bytes));
    return readRows(Buffer.concat(replies));
  }

  #runInternally(bytes: Buffer, write: (bytes: Buffer) => void): Promise<void> {
    return new Promise((resolve) => {
      const batch = { bytes, needsUnnamed: false, touchesUnnamed: true };
      this.#wait({
        id: 0,
        batches: [batch],
        listening: new Set(),
        internal: true,
        closed: false,
        write,
        answered: resolve,
      });
    });
  }

  #wait(session: Session): void {
    this.#queue(session);
    void this.#work();
  }

  #queue(session: Session): void {
    if (session !== this.#owner && !this.#waiting.includes(session)) this.#waiting.push(session);
  }

  async #work(): Promise<void> {
    if (this.#running || this.#stopped) return;
    this.#running = true;
    try {
      for (let count = 1; ; count += 1) {
        const session = this.#owner ?? this.#waiting.shift();
        if (!session || this.#stopped) break;
        const batch = session.batches.shift();
        if (!batch && session === this.#owner) break;
        if (!batch) continue;
        await this.#run(session, batch);
        // What has arrived on the sockets meanwhile gets its turn.
        if (count % BATCHES_PER_TURN === 0) await nextTurn();
      }
    } finally {
      this.#running = false;
      this.#watchIdleOwner();
    }
  }

  async #run(session: Session, batch: Batch): Promise<void> {
    const replaced = batch.needsUnnamed && this.#unnamedOf !== session;
    const bytes = replaced ? raisingQuery('26000', 'unnamed prepared statement does not exist') : batch.bytes;
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    const flush = () => {
      if (pending.length > 0) session.write(pending.length === 1 ? pending[0]! : Buffer.concat(pending));
      pending = [];
      pendingBytes = 0;
    };
    const scanner = new ReplyScanner(
      (bytes) => {
        pending.push(bytes);
        pendingBytes += bytes.length;
        if (pendingBytes >= LONGEST_WRITE) flush();
      },
      (notification) => {
        flush(); // or it might be written into the middle of a message
        this.#notify(notification);
      },
    );
    if (batch.touchesUnnamed || replaced) this.#unnamedOf = session;
    if (!session.internal) this.#options.onBusy(true);
    await this.#options.execute(bytes, (chunk) => scanner.feed(chunk));
    if (!session.internal) {
      this.#options.onBusy(false);
      this.lastActivity = performance.now();
    }
    flush();
    this.#next(session, scanner.status);
  }

  /** Decides who owns the engine after a batch. Without a ReadyForQuery (after a Flush) the batch goes on. */
  #next(session: Session, status: 'I' | 'T' | 'E' | undefined): void {
    if (status === 'I') {
      this.#owner = undefined;
      if (session.batches.length > 0) this.#queue(session);
    } else {
      this.#owner = session;
      this.#ownerIdleSince = performance.now();
    }
    session.answered?.();
  }

  #notify(notification: Buffer): void {
    const channel = notification.toString('utf8', 9, notification.indexOf(0, 9));
    for (const connection of this.#connections.values())
      if (connection.listening.has(channel)) connection.write(notification);
  }

  /** A transaction that idles while others wait would stop everybody. */
  #watchIdleOwner(): void {
    clearTimeout(this.#idleTimer);
    if (this.#stopped) return;
    const owner = this.#owner;
    if (!owner || this.#waiting.length === 0 || !(owner instanceof WireConnection)) return;
    const left = this.#ownerIdleSince + this.#options.idleInTransaction - performance.now();
    this.#idleTimer = setTimeout(
      () => {
        if (this.#owner !== owner || this.#running || owner.batches.length > 0) return;
        owner.end('25P03', 'terminating connection due to idle-in-transaction timeout');
        this.#close(owner);
      },
      Math.max(1, left),
    );
  }

  /** Rolls back what the connection left open, and forgets its statements. */
  #close(connection: WireConnection): void {
    if (connection.closed) return;
    connection.closed = true;
    this.#connections.delete(connection.id);
    this.#waiting = this.#waiting.filter((session) => session !== connection);
    connection.batches.length = 0;
    const closing = [...connection.statements].map(closeStatementMessage);
    const isOwner = this.#owner === connection;
    if (!isOwner && closing.length === 0) return;
    const leaving = isOwner ? [syncMessage(), queryMessage('ROLLBACK')] : [];
    const bytes = Buffer.concat([...leaving, ...closing, syncMessage()]);
    const cleanUp: Session = {
      id: 0,
      batches: [{ bytes, needsUnnamed: false, touchesUnnamed: true }],
      listening: new Set(),
      internal: true,
      closed: false,
      write: () => undefined,
    };
    if (isOwner) this.#owner = cleanUp;
    this.#wait(cleanUp);
  }

  /** The engine cannot be interrupted; what still waits for it can be called off. */
  #cancel(process: number, secret: number): void {
    const connection = this.#connections.get(process);
    if (!connection || connection.secret !== secret || !this.#waiting.includes(connection)) return;
    this.#waiting = this.#waiting.filter((session) => session !== connection);
    const refusal = errorMessage('ERROR', '57014', 'canceling statement due to user request');
    for (const _ of connection.batches.splice(0)) connection.write(Buffer.concat([refusal, readyMessage()]));
    connection.answered();
  }
}

function readRows(reply: Buffer): (string | null)[][] {
  const rows: (string | null)[][] = [];
  for (const { type, body } of eachMessage(reply)) {
    if (type === 'E') throw new Error(body.toString('utf8').split('\0').join(' ').trim());
    if (type !== 'D') continue;
    const row: (string | null)[] = [];
    for (let column = 0, at = 2; column < body.readInt16BE(0); column += 1) {
      const length = body.readInt32BE(at);
      row.push(length < 0 ? null : body.toString('utf8', at + 4, at + 4 + length));
      at += 4 + Math.max(0, length);
    }
    rows.push(row);
  }
  return rows;
}
