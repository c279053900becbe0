import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to Redis that can lose events without a sign. */
export type RedisRelay = {
  url: string;
  /** From now on nothing reaches the subscribers, whose connections stay open; or again all. */
  dropEvents(isDropping: boolean): void;
  /** How many pieces were dropped so far. */
  dropped(): number;
  close(): Promise<void>;
};

export async function startRedisRelay(redisPort: number): Promise<RedisRelay> {
  const sockets = new Set<Socket>();
  let isDropping = false;
  let dropped = 0;
  const track = (socket: Socket) => {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const redis = track(connect(redisPort, '127.0.0.1'));
    let isSubscriber = false;
    track(client)
      .on('data', (data) => {
        isSubscriber ||= /\bsubscribe\b/i.test(data.toString('latin1'));
        redis.write(data);
      })
      .on('close', () => redis.destroy());
    redis
      .on('data', (data) => {
        // Redis writes whole messages, so that none is cut.
        if (isDropping && isSubscriber) dropped += 1;
        else client.write(data);
      })
      .on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `redis://127.0.0.1:${port}`,
    dropEvents: (value) => void (isDropping = value),
    dropped: () => dropped,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
