const endOfHead = Buffer.from('\r\n\r\n');
const nothing: Buffer = Buffer.alloc(0);

/**
 * Finds the ends of responses on a kept-alive HTTP/1.1 connection and parses nothing else: the load must cost
 * less than the measured server.
 */
export class ResponseReader {
  #unread = nothing;
  #status = 0;
  /** Remaining bytes of a body of known length; -1 while waiting for a head, -2 in chunks. */
  #missing = -1;

  /** The statuses of the responses that this piece completes. */
  push(piece: Buffer): number[] {
    const completed: number[] = [];
    this.#unread = this.#unread.length === 0 ? piece : Buffer.concat([this.#unread, piece]);
    while (this.#step()) {
      if (this.#missing !== 0) continue;
      completed.push(this.#status);
      this.#missing = -1;
    }
    return completed;
  }

  /** Consumes the next part of the unread data; false if more data is needed. */
  #step(): boolean {
    if (this.#unread.length === 0) return false;
    if (this.#missing === -1) return this.#readHead();
    if (this.#missing === -2) return this.#readChunk();
    const taken = Math.min(this.#missing, this.#unread.length);
    this.#take(taken);
    this.#missing -= taken;
    return true;
  }

  #readHead(): boolean {
    const end = this.#unread.indexOf(endOfHead);
    if (end === -1) return false;
    const head = this.#unread.toString('latin1', 0, end);
    this.#take(end + 4);
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head);
    if (length !== null) this.#missing = Number(length[1]);
    else if (/\r\ntransfer-encoding: *chunked/i.test(head)) this.#missing = -2;
    else if (this.#status === 204 || this.#status === 304) this.#missing = 0;
    else throw new Error(`This response has no length:\n${head}`);
    return true;
  }

  #readChunk(): boolean {
    const line = this.#unread.indexOf('\r\n');
    if (line === -1) return false;
    const size = parseInt(this.#unread.toString('latin1', 0, line), 16);
    const end = line + 2 + size + 2;
    if (this.#unread.length < end) return false;
    this.#take(end);
    if (size === 0) this.#missing = 0;
    return true;
  }

  #take(bytes: number): void {
    this.#unread = bytes === this.#unread.length ? nothing : this.#unread.subarray(bytes);
  }
}
