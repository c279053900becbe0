// The PostgreSQL wire protocol, as far as the multiplexer must understand it: where messages end, which
// prepared statement they name, and the few replies it writes itself.
// https://www.postgresql.org/docs/current/protocol-message-formats.html

export const MESSAGE = {
  query: 0x51, // Q
  parse: 0x50, // P
  bind: 0x42, // B
  describe: 0x44, // D
  close: 0x43, // C
  execute: 0x45, // E
  flush: 0x48, // H
  sync: 0x53, // S
  functionCall: 0x46, // F
  terminate: 0x58, // X
  copyData: 0x64, // d
  copyDone: 0x63, // c
  copyFail: 0x66, // f
} as const;

const LONGEST_MESSAGE = 256 * 1024 * 1024;
const LONGEST_STARTUP = 10_000;

export class ProtocolViolation extends Error {
  readonly code = '08P01';
}

/** Cuts a byte stream into whole messages, however it was chunked. Untyped messages open a connection. */
export class MessageReader {
  untyped = true;
  #chunks: Buffer[] = [];
  #length = 0;
  #needed = 4;

  push(chunk: Buffer, onMessage: (message: Buffer, untyped: boolean) => void): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    // A long message arrives in many chunks: they are joined once, when all are there.
    if (this.#length < this.#needed) return;
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#length);
    let position = 0;
    for (;;) {
      const header = this.untyped ? 4 : 5;
      const available = bytes.length - position;
      if (available < header) {
        this.#needed = header;
        break;
      }
      const length = bytes.readInt32BE(position + header - 4);
      if (length < 4 || length > (this.untyped ? LONGEST_STARTUP : LONGEST_MESSAGE))
        throw new ProtocolViolation(`invalid message length ${length}`);
      const total = header - 4 + length;
      if (available < total) {
        this.#needed = total;
        break;
      }
      onMessage(bytes.subarray(position, position + total), this.untyped);
      position += total;
    }
    const rest = bytes.subarray(position);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
  }
}

/**
 * Follows the engine's reply: passes everything on except notifications, and remembers the transaction status of
 * the last ReadyForQuery. The chunks are views into the engine's memory, so what is passed on is copied.
 */
export class ReplyScanner {
  /** 'I' idle, 'T' in a transaction, 'E' in a failed one; undefined until a ReadyForQuery was seen. */
  status: 'I' | 'T' | 'E' | undefined;
  #passing = 0;
  #rest: Buffer = Buffer.alloc(0);
  #onReply: (bytes: Buffer) => void;
  #onNotification: (message: Buffer) => void;

  constructor(onReply: (bytes: Buffer) => void, onNotification: (message: Buffer) => void) {
    this.#onReply = onReply;
    this.#onNotification = onNotification;
  }

  feed(chunk: Uint8Array): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : Buffer.from(chunk);
    this.#rest = Buffer.alloc(0);
    let position = Math.min(this.#passing, bytes.length);
    this.#passing -= position;
    let start = 0;
    while (position < bytes.length) {
      const available = bytes.length - position;
      const type = bytes[position];
      const total = available >= 5 ? 1 + bytes.readInt32BE(position + 1) : undefined;
      const wanted = type === 0x41 /* NotificationResponse */ || type === 0x5a; /* ReadyForQuery */
      if (total === undefined || (wanted && available < total)) {
        this.#rest = bytes.subarray(position);
        break;
      }
      if (type === 0x5a) this.status = String.fromCharCode(bytes[position + 5]!) as 'I' | 'T' | 'E';
      if (type === 0x41) {
        if (position > start) this.#onReply(bytes.subarray(start, position));
        this.#onNotification(bytes.subarray(position, position + total));
        start = position + total;
      }
      position += total;
    }
    if (position > bytes.length) {
      this.#passing = position - bytes.length;
      position = bytes.length;
    }
    if (position > start) this.#onReply(bytes.subarray(start, position));
  }
}

/** Where the name of the prepared statement stands in a Parse, Bind, Describe or Close message; -1: none. */
function statementNameAt(message: Buffer): number {
  switch (message[0]) {
    case MESSAGE.parse:
      return 5;
    case MESSAGE.bind:
      return message.indexOf(0, 5) + 1;
    case MESSAGE.describe:
    case MESSAGE.close:
      return message[5] === 0x53 /* 'S': a statement, not a portal */ ? 6 : -1;
    default:
      return -1;
  }
}

/** The statement's name in a message, undefined when the message names none ('' is the unnamed statement). */
export function statementName(message: Buffer): string | undefined {
  const at = statementNameAt(message);
  return at < 0 ? undefined : message.toString('utf8', at, message.indexOf(0, at));
}

/** Puts a prefix before the statement's name. */
export function prefixStatementName(message: Buffer, prefix: string): Buffer {
  const at = statementNameAt(message);
  const extra = Buffer.from(prefix);
  const renamed = Buffer.concat([message.subarray(0, at), extra, message.subarray(at)]);
  renamed.writeInt32BE(message.readInt32BE(1) + extra.length, 1);
  return renamed;
}

/** The SQL text of a Query or Parse message. */
export function statementText(message: Buffer): string {
  const at = message[0] === MESSAGE.query ? 5 : message.indexOf(0, 5) + 1;
  return message.toString('utf8', at, message.indexOf(0, at));
}

/** The same Query or Parse message with another text. */
export function replaceStatementText(message: Buffer, text: string): Buffer {
  const at = message[0] === MESSAGE.query ? 5 : message.indexOf(0, 5) + 1;
  const body = [message.subarray(5, at), Buffer.from(text), message.subarray(message.indexOf(0, at))];
  return typedMessage(String.fromCharCode(message[0]!), Buffer.concat(body));
}

export function typedMessage(type: string, body: Uint8Array | string): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const message = Buffer.allocUnsafe(5 + bytes.length);
  message.write(type, 0, 'latin1');
  message.writeInt32BE(4 + bytes.length, 1);
  message.set(bytes, 5);
  return message;
}

export const queryMessage = (sql: string) => typedMessage('Q', `${sql}\0`);
/** The engine itself raises an error of ours, so that a transaction fails as it would with any other. */
export const raisingQuery = (code: string, message: string) =>
  queryMessage(
    `DO $error$BEGIN RAISE EXCEPTION USING ERRCODE = '${code}', MESSAGE = '${message.replaceAll("'", "''")}'; END$error$`,
  );
export const closeStatementMessage = (name: string) => typedMessage('C', `S${name}\0`);
export const syncMessage = () => typedMessage('S', '');
export const readyMessage = () => typedMessage('Z', 'I');
export const backendKeyMessage = (process: number, secret: number) => {
  const body = Buffer.alloc(8);
  body.writeInt32BE(process, 0);
  body.writeInt32BE(secret, 4);
  return typedMessage('K', body);
};

export function errorMessage(severity: 'ERROR' | 'FATAL', code: string, message: string): Buffer {
  return typedMessage('E', `S${severity}\0V${severity}\0C${code}\0M${message}\0\0`);
}

/** Every message of a byte string that holds whole messages: its type letter and its body. */
export function* eachMessage(bytes: Buffer): Generator<{ type: string; body: Buffer; whole: Buffer }> {
  for (let position = 0; position + 5 <= bytes.length;) {
    const total = 1 + bytes.readInt32BE(position + 1);
    const whole = bytes.subarray(position, position + total);
    yield { type: String.fromCharCode(bytes[position]!), body: whole.subarray(5), whole };
    position += total;
  }
}
