/** The subset of Redis that the event bus uses, for failures that a real server rarely produces. */
import { createServer, type Server, type Socket } from 'node:net';

type FakeRedis = {
  url: string;
  port: number;
  /** While true, publishing connections are closed; subscribers stay. */
  refusePublishing: boolean;
  /** Publishing connections closed so far. */
  cutOff: number;
  stop(): Promise<void>;
};

/** Can stop and restart on the same port. */
export async function startFakeRedis(port = 0): Promise<FakeRedis> {
  const subscribers = new Map<Socket, string>();
  const sockets = new Set<Socket>();
  const reply = (socket: Socket, [name = '', ...args]: string[]): string | null => {
    switch (name.toUpperCase()) {
      case 'SUBSCRIBE':
        subscribers.set(socket, args[0]!);
        return `*3\r\n$9\r\nsubscribe\r\n${bulk(args[0]!)}:1\r\n`;
      case 'PUBLISH': {
        if (running.refusePublishing) {
          running.cutOff += 1;
          socket.destroy();
          return null;
        }
        const hearing = [...subscribers].filter(([, channel]) => channel === args[0]);
        for (const [subscriber] of hearing)
          subscriber.write(`*3\r\n$7\r\nmessage\r\n${bulk(args[0]!)}${bulk(args[1]!)}`);
        return `:${hearing.length}\r\n`;
      }
      case 'PING':
        return '+PONG\r\n';
      case 'INFO':
        return bulk('loading:0');
      case 'CLIENT':
        return '+OK\r\n';
      default:
        return `-ERR unknown command '${name}'\r\n`;
    }
  };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      subscribers.delete(socket);
    });
    onCommand(socket, (command) => reply(socket, command));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.address() as { port: number }).port;
  const running: FakeRedis = {
    url: `redis://127.0.0.1:${bound}`,
    port: bound,
    refusePublishing: false,
    cutOff: 0,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return running;
}

/** Writes the reply to each command of a connection; null is no reply, since the connection is closed. */
function onCommand(socket: Socket, reply: (command: string[]) => string | null): void {
  let rest = '';
  socket.on('data', (data) => {
    rest += data.toString();
    for (let command = parse(rest); command !== null; command = parse(rest)) {
      rest = rest.slice(command.length);
      const text = reply(command.words);
      if (text === null) return;
      socket.write(text);
    }
  });
}

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

/** A command as clients send it: an array of (ASCII) bulk strings. */
function parse(text: string): { words: string[]; length: number } | null {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (head === null) return null;
  const words: string[] = [];
  let at = head[0].length;
  while (words.length < Number(head[1])) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at));
    if (size === null) return null;
    const from = at + size[0].length;
    at = from + Number(size[1]) + 2;
    if (text.length < at) return null;
    words.push(text.slice(from, at - 2));
  }
  return { words, length: at };
}
