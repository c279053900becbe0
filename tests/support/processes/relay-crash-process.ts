// A process for tests that dies between the commit of a job and its relay to the queue of the cell, or right behind
// it. node relay-crash-process.ts CELL_URL MARKET_URL NUMBER STAGE
import { openDatabase } from '#platform/server/database/database.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { openCellProcess } from '../product/test-cell.ts';

const [cellUrl, marketUrl, number, stage] = process.argv.slice(2) as [string, string, string, string];
const MARKET = 1;

const open = (url: string) => openDatabase({ url, dataDir: '', log: createRecordingLog() });
const die = () => process.kill(process.pid, 'SIGKILL');

const [cell, market] = await Promise.all([open(cellUrl), open(marketUrl)]);
const jobsOfProcess = await openCellProcess({
  cell,
  markets: new Map([[MARKET, market]]),
  // It runs none.
  limits: { running: 0, runningOfMarket: 0 },
  onOpen: (jobs) => jobs.handle('count', () => new Promise(() => {})),
});
const { cell: jobsOfCell } = jobsOfProcess;
const insert = jobsOfCell.insert.bind(jobsOfCell);
jobsOfCell.insert = async (...given) => {
  if (stage === 'committed') die();
  await insert(...given);
  if (stage === 'inserted') die();
};
const jobs = await jobsOfProcess.open(MARKET);
await market.transaction((tx) => jobs.enqueue(tx, 'count', { n: Number(number) }));
await jobs.drainOutbox();
die();
