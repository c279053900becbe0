import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** A connection to the database that tests can break. */
export type DatabaseProxy = {
  /** Of the database, through the proxy. */
  url: string;
  /** Ends the open connections and refuses new ones. */
  cut(): Promise<void>;
  /** Passes on nothing more, as if the network were gone: the open connections do not end. */
  freeze(): void;
  /** Accepts connections again; those that are frozen stay so. */
  restore(): Promise<void>;
  /** Passes nothing of new connections on until the returned function is called. */
  hold(): () => void;
  /** The open sockets of both sides. */
  socketCount(): number;
  close(): Promise<void>;
};

/** In front of the server of `databaseUrl`, which listens on a port or on a socket. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const directory = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    return socket;
  };
  let held: Promise<void> | null = null;
  const server = createServer(async (client) => {
    track(client);
    if (held !== null) await held;
    const upstream =
      directory === null ? connect(port, target.hostname) : connect(`${directory}/.s.PGSQL.${port}`);
    client.pipe(track(upstream)).pipe(client);
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const { port: own } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(own);
  url.searchParams.set('sslmode', 'disable');
  const cut = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: url.href,
    cut,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    restore: () => listen(own),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = null;
        resolve();
      };
    },
    socketCount: () => sockets.size,
    close: cut,
  };
}
