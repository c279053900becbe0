// The product in a separate process, as `npm start` runs it, but without pages: they need a build.
import { readConfig } from '#app/server/config.ts';
import { startServer } from '#app/server/process/start-server.ts';

const { UNLIMITED, IDLE_CONNECTION_MS } = process.env;
await startServer(readConfig(process.env), {
  variables: process.env,
  unlimited: UNLIMITED === '1',
  ...(IDLE_CONNECTION_MS !== undefined && { timeouts: { idleConnection: Number(IDLE_CONNECTION_MS) } }),
});
