/**
 * A process that compares a listing with what users want, for tests that kill it. `matching-process.ts
 * DATABASE_URL DATA_DIR BOOK_ID TIME BATCH_SIZE [KILL_AT]`: it kills itself at that step, which is an email
 * in a transaction or the end of one. Emails are rows of the table `mailed`: its own jobs would send them.
 */
import { sql } from 'drizzle-orm';
import { readConfig } from '#app/server/config.ts';
import { createApp } from '#app/server/create-app.ts';
import { matchAvailableBook } from '#features/wanted/server/matching/match-available-book.ts';
import { openDatabase } from '#platform/server/database/database.ts';

const [url, dataDir, bookId, time, batchSize, killAt] = process.argv.slice(2);
if (batchSize === undefined) throw new Error('An argument is missing');

const log = { debug() {}, info() {}, warn() {}, error: console.error };
const database = await openDatabase({ dataDir: dataDir!, log, url: url! });
const { context } = await createApp({
  config: readConfig({ DATA_DIR: dataDir!, DEMO: '0', LOG_LEVEL: 'fatal' }),
  database,
  unlimited: true,
  clock: { now: () => new Date(time!) },
});
let steps = 0;
const step = () => {
  steps += 1;
  if (steps === Number(killAt)) process.kill(process.pid, 'SIGKILL');
};
await matchAvailableBook(
  {
    ...context,
    timeZone: 'America/New_York',
    mailer: {
      ...context.mailer,
      send: async (tx, message) => {
        await tx.execute(sql`INSERT INTO mailed (address) VALUES (${message.to})`);
        step();
      },
    },
    events: { ...context.events, publish: step },
  },
  { bookId: bookId! },
  Number(batchSize),
);
process.exit(0);
