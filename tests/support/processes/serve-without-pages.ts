// The product in a separate process, as `npm start` runs it, but without pages: they need a build.
import { readConfig } from '#app/server/config.ts';
import { startServer } from '#app/server/process/start-server.ts';

await startServer(readConfig(process.env), { unlimited: process.env.UNLIMITED === '1' });
