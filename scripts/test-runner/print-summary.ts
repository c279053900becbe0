import { styleText } from 'node:util';
import { missingServices } from './missing-services.ts';
import type { Stage } from './stages.ts';
import { type TestCounts, addCounts, MAX_FLAKY_TESTS, noTests } from './test-counts.ts';

export interface Outcome {
  stage: Stage;
  result: 'passed' | 'failed' | 'not run';
  tally: TestCounts;
  seconds: number;
  reason?: string;
}

const RULE = '─'.repeat(54);

const marks = {
  passed: styleText('green', '✓'),
  failed: styleText('red', '✗'),
  'not run': styleText('yellow', '!'),
};

/** Returns the exit code of the gate. */
export function printSummary(outcomes: readonly Outcome[], narrowed: boolean): number {
  const tally = outcomes.map((outcome) => outcome.tally).reduce(addCounts, noTests);
  console.log(`\n${styleText('bold', `── Summary ${RULE}`)}`);
  for (const outcome of outcomes) printOutcome(outcome);
  const broken = outcomes.some((outcome) => outcome.result === 'not run' && outcome.stage.needs);
  const empty = narrowed && tally.passed + tally.failed === 0;
  if (empty) console.log('\nNo test has that in its path or name.');
  printMissingServices(outcomes);
  printFlakyTests(tally);
  const failures = [
    ...outcomes.filter(({ result }) => result === 'failed').map(({ stage }) => stage.title),
    ...(tally.flaky.length > MAX_FLAKY_TESTS ? [`more than ${MAX_FLAKY_TESTS} flaky tests`] : []),
  ];
  if (failures.length > 0) console.log(`\n${styleText('red', `FAILED: ${failures.join(', ')}`)}`);
  console.log(`\n${formatCounts(tally)}`);
  return failures.length > 0 || broken || empty ? 1 : 0;
}

function printOutcome({ stage, result, tally, seconds, reason }: Outcome): void {
  const time = reason ?? `${seconds.toFixed(1)} s`;
  const counts = tally === noTests ? '' : formatCounts(tally);
  console.log(`${marks[result]} ${stage.title.padEnd(32)} ${time.padStart(8)}  ${counts}`);
}

function formatCounts({ passed, failed, skipped, flaky }: TestCounts): string {
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  return flaky.length > 0 ? `${counts}, ${flaky.length} flaky` : counts;
}

function printFlakyTests({ flaky }: TestCounts): void {
  if (flaky.length === 0) return;
  console.log(styleText('yellow', '\nPassed only on retry:'));
  for (const name of flaky) console.log(`  ${name}`);
}

/** Printed last and in a box: a green run that left out a part must not look like a full one. */
function printMissingServices(outcomes: readonly Outcome[]): void {
  const missing = missingServices(new Set(outcomes.flatMap(({ stage }) => stage.groups)));
  if (missing.length === 0) return;
  const lines = [
    'NOT EVERYTHING WAS TESTED',
    ...missing,
    'To run them: apt-get install postgresql redis-server haproxy',
  ];
  const width = Math.max(...lines.map((line) => line.length));
  const edge = '*'.repeat(width + 4);
  const box = [edge, ...lines.map((line) => `* ${line.padEnd(width)} *`), edge].join('\n');
  console.log(`\n${styleText('yellow', box)}`);
}
