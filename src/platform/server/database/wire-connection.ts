import type { Socket } from 'node:net';
import { judgeStatement } from './statement-policy.ts';
import {
  MESSAGE,
  MessageReader,
  ProtocolViolation,
  backendKeyMessage,
  errorMessage,
  prefixStatementName,
  raisingQuery,
  readyMessage,
  replaceStatementText,
  statementName,
  statementText,
  typedMessage,
} from './wire-messages.ts';

const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;
const PROTOCOL_3_0 = 3 << 16;
const KNOWN_TYPES = new Set<number>(Object.values(MESSAGE));
const MOST_QUEUED_BYTES = 32 * 1024 * 1024;

/** Messages up to a Query, Sync or Flush: what the engine is given in one call. */
export type Batch = {
  bytes: Buffer;
  /** Uses the unnamed statement of an earlier batch, which another connection may have replaced since. */
  needsUnnamed: boolean;
  /** Replaces or drops the engine's unnamed statement. */
  touchesUnnamed: boolean;
};

/** Who waits for the engine: a connection, or the multiplexer's own upkeep. */
export type Session = {
  readonly id: number;
  readonly batches: Batch[];
  readonly listening: Set<string>;
  /** Internal work is not held to the limit of a statement. */
  readonly internal: boolean;
  closed: boolean;
  write(bytes: Buffer): void;
  /** A batch was answered. */
  answered?(): void;
};

export type ConnectionHooks = {
  onBatch(connection: WireConnection): void;
  onClose(connection: WireConnection): void;
  onCancel(process: number, secret: number): void;
};

/** One client's side of the wire: start-up, collecting batches, and keeping its names apart from the others'. */
export class WireConnection implements Session {
  readonly id: number;
  readonly secret: number;
  readonly batches: Batch[] = [];
  readonly listening = new Set<string>();
  readonly internal = false;
  /** Prepared statements in the engine, by their prefixed names. */
  readonly statements = new Set<string>();
  closed = false;
  #socket: Socket;
  #hooks: ConnectionHooks;
  #startupReply: Buffer;
  #reader = new MessageReader();
  #collected: Buffer[] = [];
  #refusal: string | undefined;
  #parsesUnnamed = false;
  #needsUnnamed = false;
  #queuedBytes = 0;

  constructor(socket: Socket, id: number, secret: number, startupReply: Buffer, hooks: ConnectionHooks) {
    this.#socket = socket;
    this.id = id;
    this.secret = secret;
    this.#startupReply = startupReply;
    this.#hooks = hooks;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', () => socket.destroy()); // a client that went away is no error of ours
    socket.on('close', () => hooks.onClose(this));
  }

  write(bytes: Buffer): void {
    if (!this.closed && this.#socket.writable) this.#socket.write(bytes);
  }

  answered(): void {
    this.#queuedBytes = this.batches.reduce((sum, batch) => sum + batch.bytes.length, 0);
    if (this.#queuedBytes < MOST_QUEUED_BYTES && this.#socket.isPaused()) this.#socket.resume();
  }

  /** Tells the client why, and ends the connection. */
  end(code: string, message: string): void {
    if (this.#socket.writable) this.#socket.end(errorMessage('FATAL', code, message));
    // What a client that does not read its end still sends is of no interest.
    this.#socket.removeAllListeners('data').resume();
  }

  #read(chunk: Buffer): void {
    try {
      this.#reader.push(chunk, (message, untyped) => {
        if (this.closed || !this.#socket.writable) return;
        if (untyped) this.#startUp(message);
        else this.#collect(message);
      });
    } catch (error) {
      if (!(error instanceof ProtocolViolation)) throw error;
      this.end(error.code, error.message);
    }
  }

  #startUp(message: Buffer): void {
    const kind = message.length >= 8 ? message.readInt32BE(4) : 0;
    if (kind === SSL_REQUEST || kind === GSS_REQUEST) this.#socket.write('N');
    else if (kind === CANCEL_REQUEST) {
      if (message.length >= 16) this.#hooks.onCancel(message.readInt32BE(8), message.readInt32BE(12));
      this.#socket.end();
    } else if (kind >> 16 !== 3)
      this.end('0A000', `unsupported frontend protocol ${kind >> 16}.${kind & 0xffff}`);
    else {
      this.#reader.untyped = false;
      if (kind !== PROTOCOL_3_0) this.#socket.write(typedMessage('v', Buffer.from([0, 3, 0, 0, 0, 0, 0, 0])));
      const key = backendKeyMessage(this.id, this.secret);
      this.#socket.write(Buffer.concat([this.#startupReply, key, readyMessage()]));
    }
  }

  #collect(message: Buffer): void {
    const type = message[0];
    if (type === MESSAGE.terminate) {
      this.#socket.end();
      this.#hooks.onClose(this);
    } else if (type === MESSAGE.copyData || type === MESSAGE.copyDone || type === MESSAGE.copyFail) {
      // COPY FROM STDIN is refused, what a client sends for it nevertheless is dropped.
    } else if (!KNOWN_TYPES.has(type!)) {
      this.end('08P01', `invalid frontend message type ${type}`);
    } else {
      this.#collected.push(this.#translate(message));
      const complete = type === MESSAGE.query || type === MESSAGE.sync || type === MESSAGE.functionCall;
      if (complete || type === MESSAGE.flush) this.#enqueue(type === MESSAGE.query);
    }
  }

  /** Applies the policy to texts, and this connection's prefix to statement names. */
  #translate(message: Buffer): Buffer {
    const type = message[0];
    let result = message;
    if (type === MESSAGE.query || type === MESSAGE.parse) {
      const verdict = judgeStatement(statementText(message));
      this.#refusal ??= verdict.refusal;
      for (const channel of verdict.listen) this.listening.add(channel);
      for (const channel of verdict.unlisten)
        if (channel === '*') this.listening.clear();
        else this.listening.delete(channel);
      // The engine goes on listening, for others may: a channel of nobody's is answered in the same way.
      if (verdict.unlisten.length > 0) result = replaceStatementText(message, 'UNLISTEN "nobody listens"');
    }
    const name = statementName(message);
    if (name === undefined) return result;
    if (name === '') {
      if (type === MESSAGE.parse) this.#parsesUnnamed = true;
      else this.#needsUnnamed ||= !this.#parsesUnnamed && type !== MESSAGE.close;
      return result;
    }
    const prefixed = `${this.#prefix}${name}`;
    if (type === MESSAGE.parse) this.statements.add(prefixed);
    if (type === MESSAGE.close) this.statements.delete(prefixed);
    return prefixStatementName(result, this.#prefix);
  }

  get #prefix(): string {
    return `c${this.id}_`;
  }

  #enqueue(isQuery: boolean): void {
    const bytes = this.#refusal
      ? raisingQuery('0A000', this.#refusal)
      : this.#collected.length === 1
        ? this.#collected[0]!
        : Buffer.concat(this.#collected);
    this.batches.push({
      bytes,
      needsUnnamed: this.#needsUnnamed && !this.#refusal,
      touchesUnnamed: this.#parsesUnnamed || isQuery || this.#refusal !== undefined,
    });
    this.#collected = [];
    this.#refusal = undefined;
    this.#parsesUnnamed = this.#needsUnnamed = false;
    this.#queuedBytes += bytes.length;
    if (this.#queuedBytes > MOST_QUEUED_BYTES) this.#socket.pause();
    this.#hooks.onBatch(this);
  }
}
