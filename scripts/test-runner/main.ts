/**
 * The gate: the same command on a developer's machine and in CI. Runs every stage even when one failed, says what could not run
 * here, and closes with one line of counts.
 *
 * `npm test`, `npm test -- conversations` (test files whose path has it), `npm test -- -t 'a test name'`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';
import { findRedis } from '#tests/support/server/redis-server.ts';
import { StartupError } from '#packages/launcher/startup-error.mjs';
import { exitCodeBySignal } from '#packages/launcher/signals.mjs';
import { type TestRun, interruptTool } from './run-tool.ts';
import { type Stage, stages } from './stages.ts';
import { type TestCounts, noTests, addCounts } from './test-counts.ts';

interface Outcome {
  stage: Stage;
  result: 'passed' | 'failed' | 'not run';
  tally: TestCounts;
  seconds: number;
  reason?: string;
}

const hasExternalPostgres = () => Boolean(findPostgres() || process.env.TEST_DATABASE_URL);

const bold = (text: string) => styleText('bold', text);

async function main(): Promise<number> {
  const { only, filters, options } = readArguments(process.argv.slice(2));
  const narrowed = filters.length > 0 || options.length > 0;
  const run: TestRun = { directory: mkdtempSync(join(tmpdir(), 'bookswap-gate-')), filters, options };
  const chosen = stages.filter((stage) =>
    only ? stage.groups.includes(only) : !stage.isOptional && (!narrowed || stage.takesFilters),
  );
  if (chosen.length === 0) throw new StartupError(`No stage is called ${only}`);

  let interrupted: NodeJS.Signals | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      interrupted = signal;
      interruptTool(signal);
    });
  }

  const outcomes: Outcome[] = [];
  try {
    for (const stage of chosen) {
      if (interrupted) break;
      outcomes.push(await runStage(stage, run, outcomes));
    }
  } finally {
    rmSync(run.directory, { recursive: true, force: true });
  }
  if (interrupted) return exitCodeBySignal[interrupted] ?? 1;
  return printSummary(outcomes, narrowed);
}

function readArguments(args: string[]) {
  let only: string | undefined;
  const filters: string[] = [];
  const options: string[] = [];
  while (args.length > 0) {
    const argument = args.shift() ?? '';
    if (argument === '--only') only = args.shift();
    else if (argument === '-t' || argument === '-g') options.push('-t', args.shift() ?? '');
    else if (argument.startsWith('-')) options.push(argument);
    else filters.push(argument);
  }
  return { only, filters, options };
}

async function runStage(stage: Stage, run: TestRun, before: readonly Outcome[]): Promise<Outcome> {
  const missing = skipReason(stage, before);
  if (missing) return { stage, result: 'not run', tally: noTests, seconds: 0, reason: missing };
  console.log(`\n${bold(`── ${stage.title} ${'─'.repeat(Math.max(3, 60 - stage.title.length))}`)}`);
  const started = performance.now();
  let ok = false;
  let tally = noTests;
  try {
    const ended = await stage.run(run);
    ok = ended.ok;
    tally = ended.tally ?? noTests;
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error);
  }
  // A failure that no test stands for still counts as one, so that the closing line never reads better than the run was.
  if (!ok && tally.failed === 0) tally = { ...tally, failed: 1 };
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${ok ? styleText('green', '✓') : styleText('red', '✗')} ${stage.title}: ${seconds.toFixed(1)} s`,
  );
  return { stage, result: ok ? 'passed' : 'failed', tally, seconds };
}

function skipReason(stage: Stage, before: readonly Outcome[]): string | undefined {
  const broken = before.find(
    (outcome) => outcome.result !== 'passed' && stage.needs?.includes(outcome.stage.title),
  );
  if (broken) return `${broken.stage.title} has failed`;
  if (stage.needsExternalPostgres && !hasExternalPostgres()) return 'no PostgreSQL here';
  return undefined;
}

function printSummary(outcomes: readonly Outcome[], narrowed: boolean): number {
  const tally = outcomes.map((outcome) => outcome.tally).reduce(addCounts, noTests);
  const failed = outcomes.filter((outcome) => outcome.result === 'failed');

  console.log(`\n${bold('── Summary ──────────────────────────────────────────────────────')}`);
  for (const { stage, result, tally: own, seconds, reason } of outcomes) {
    const counts =
      own === noTests ? '' : `${own.passed} passed, ${own.failed} failed, ${own.skipped} skipped`;
    const mark = {
      passed: styleText('green', '✓'),
      failed: styleText('red', '✗'),
      'not run': styleText('yellow', '!'),
    }[result];
    const time = reason ?? `${seconds.toFixed(1)} s`;
    console.log(`${mark} ${stage.title.padEnd(32)} ${time.padStart(8)}  ${counts}`);
  }
  const broken = outcomes.some((outcome) => outcome.result === 'not run' && outcome.stage.needs);
  const empty = narrowed && tally.passed + tally.failed === 0;
  if (empty) console.log('\nNo test has that in its path or name.');
  printSkippedStages(outcomes);
  if (failed.length > 0)
    console.log(`\n${styleText('red', `FAILED: ${failed.map(({ stage }) => stage.title).join(', ')}`)}`);
  console.log(`\n${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
  return failed.length > 0 || broken || empty ? 1 : 0;
}

/** Said last and loudly: a green run that left something out must not look like a full one. */
function printSkippedStages(outcomes: readonly Outcome[]): void {
  const ran = (group: string) => outcomes.some(({ stage }) => stage.groups.includes(group));
  const missing = [
    ...(outcomes.some(({ stage }) => stage.needsExternalPostgres) && !hasExternalPostgres()
      ? ['PostgreSQL is not installed: the product was tested on the embedded server only.']
      : []),
    ...((ran('server') || ran('unit')) && !findRedis()
      ? ['Redis is not installed: the tests of several processes beside each other were skipped.']
      : []),
  ];
  if (missing.length === 0) return;
  const lines = [
    'NOT EVERYTHING WAS TESTED',
    ...missing,
    'To have it: apt-get install postgresql redis-server',
  ];
  const width = Math.max(...lines.map((line) => line.length));
  const edge = '*'.repeat(width + 4);
  const box = [edge, ...lines.map((line) => `* ${line.padEnd(width)} *`), edge].join('\n');
  console.log(`\n${styleText('yellow', box)}`);
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
