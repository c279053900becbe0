// `markets migrate` with the migrations of another folder, for tests that kill it. It prints what the command says.
// node migrate-markets-process.ts FOLDER AT-ONCE, with the variables of the deployment.
import { writeSync } from 'node:fs';
import { withDeployment } from '#app/cli/markets/deployment.ts';
import { migrateMarkets } from '#app/cli/markets/migrate-markets.ts';
import { readConfig } from '#app/server/config.ts';

const [folder, atOnce] = process.argv.slice(2) as [string, string];
await withDeployment(
  readConfig(process.env),
  (deployment) => migrateMarkets(deployment, { atOnce: Number(atOnce), folder }),
  { say: (text) => void writeSync(1, `${text}\n`) },
);
