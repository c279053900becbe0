// A process for tests that kill it: writes rows as fast as possible and prints the number of each
// acknowledged one. node database-crash-process.ts DATA_DIR ROUND
import * as fs from 'node:fs';
import { sql } from 'drizzle-orm';
import { openDatabase } from '#platform/server/database/database.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';

const [dataDir, round] = process.argv.slice(2) as [string, string];

try {
  const database = await openDatabase({
    dataDir,
    log: createRecordingLog(),
    timeouts: { directoryLock: 300 },
  });
  await database.pool.query(
    'CREATE TABLE IF NOT EXISTS written (round int, number int, PRIMARY KEY (round, number))',
  );
  let number = 0;
  const write = async () => {
    for (;;) {
      const mine = number++;
      const row = sql`INSERT INTO written VALUES (${round}, ${mine})`;
      try {
        if (mine % 2 === 0) await database.orm.execute(row);
        else await database.transaction((tx) => tx.execute(row));
      } catch {
        continue; // the server was killed: the row was not acknowledged
      }
      fs.writeSync(1, `${mine}\n`);
    }
  };
  await Promise.all([write(), write(), write(), write()]);
} catch (error) {
  fs.writeSync(2, `${(error as Error).message}\n`);
  process.exit((error as { exitCode?: number }).exitCode ?? 1);
}
