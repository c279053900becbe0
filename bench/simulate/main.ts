/** `npm run simulate`: a campus's day against a running deployment for tests; see docs/scaling.md. */
import { readSimulateArguments } from './simulate-arguments.ts';
import { simulate } from './simulate.ts';
import { simulationReport } from './simulation-report.ts';

const INTERRUPTED_CODE = 130;
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    // The second one ends at once.
    if (stopping.signal.aborted) process.exit(INTERRUPTED_CODE);
    stopping.abort();
  });

try {
  const options = readSimulateArguments(process.argv.slice(2));
  const say = (text: string) => console.log(text);
  const result = await simulate(options, { signal: stopping.signal, say });
  say(`\n${simulationReport(result)}`);
  process.exitCode = result.interrupted ? INTERRUPTED_CODE : 0;
} catch (error) {
  if (stopping.signal.aborted) console.error('Interrupted before it began.');
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = stopping.signal.aborted ? INTERRUPTED_CODE : 1;
}
