/** Firefox's own protocol, for what its WebDriver BiDi lacks. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A message is `length:JSON`; an answer is `[1, id, error, result]`. The first message greets. */
export class Marionette {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (part) => {
      this.#received = Buffer.concat([this.#received, part]);
      socket.emit('received');
    });
  }

  /** Firefox ends its session of BiDi, too, when the connection is closed. */
  static async open(port: number): Promise<Marionette> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Marionette(socket);
  }

  /** One at a time. */
  async call(command: string, parameters: object): Promise<void> {
    const call = JSON.stringify([0, 1, command, parameters]);
    this.#socket.write(`${Buffer.byteLength(call)}:${call}`);
    for (;;) {
      const message = this.#take();
      if (message === undefined) await once(this.#socket, 'received');
      else if (Array.isArray(message)) {
        if (message[2] !== null) throw new Error(`${command}: ${JSON.stringify(message[2])}`);
        return;
      }
    }
  }

  close(): void {
    this.#socket.destroy();
  }

  /** The next message, once it has come whole. */
  #take(): unknown {
    const start = this.#received.indexOf(':') + 1;
    const end = start + Number(this.#received.subarray(0, Math.max(0, start - 1)));
    if (start === 0 || this.#received.length < end) return undefined;
    const message: unknown = JSON.parse(this.#received.toString('utf8', start, end));
    this.#received = this.#received.subarray(end);
    return message;
  }
}
