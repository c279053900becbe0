/**
 * The gate: the same command on a developer's machine and in CI. Stages that leave a core idle run beside
 * others. It runs every stage even when one has failed, reports what could not run here and what passed only at a further try, and closes with one line of
 * counts.
 *
 * `npm test`, `npm test -- conversations` (test files whose path has it), `npm test -- -t 'a test name'`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { StartupError } from '#packages/launcher/startup-error.mjs';
import { exitCodeBySignal } from '#packages/launcher/signals.mjs';
import { type Outcome, printSummary } from './print-summary.ts';
import { type Show, type TestRun, interruptTools } from './run-tool.ts';
import { type Stage, stages } from './stages.ts';
import { noTests } from './test-counts.ts';

const bold = (text: string) => styleText('bold', text);

async function main(): Promise<number> {
  const { only, filters, options } = readArguments(process.argv.slice(2));
  const narrowed = filters.length > 0 || options.length > 0;
  const run: TestRun = {
    directory: mkdtempSync(join(tmpdir(), 'bookswap-gate-')),
    filters,
    options,
    show: null,
  };
  const chosen = stages.filter((stage) =>
    only ? stage.groups.includes(only) : !stage.isOptional && (!narrowed || stage.takesFilters),
  );
  if (chosen.length === 0) throw new StartupError(`Unknown stage: ${only}`);

  let interrupted: NodeJS.Signals | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      interrupted = signal;
      interruptTools(signal);
    });
  }

  const outcomes: Outcome[] = [];
  const runLane = async (lane: readonly Stage[], show: Show) => {
    for (const stage of lane) {
      if (interrupted) return;
      outcomes.push(await runStage(stage, { ...run, show }, outcomes));
    }
  };
  try {
    for (const together of groupBy(chosen, ({ phase }) => phase)) await runTogether(together, runLane);
  } finally {
    rmSync(run.directory, { recursive: true, force: true });
  }
  if (interrupted) return exitCodeBySignal[interrupted] ?? 1;
  const inOrder = outcomes.toSorted((one, other) => chosen.indexOf(one.stage) - chosen.indexOf(other.stage));
  return printSummary(inOrder, narrowed);
}

/** Runs the stages of a phase in two lanes. The output of the second lane is shown at the end. */
async function runTogether(
  together: readonly Stage[],
  runLane: (lane: readonly Stage[], show: Show) => Promise<void>,
): Promise<void> {
  const aside = together.filter(({ isAside }) => isAside);
  const shown = together.filter(({ isAside }) => !isAside);
  if (shown.length === 0) return runLane(aside, null);
  const held: string[] = [];
  await Promise.all([runLane(shown, null), runLane(aside, (text) => held.push(text))]);
  process.stdout.write(held.join(''));
}

const groupBy = <T>(all: readonly T[], keyOf: (one: T) => unknown): Iterable<T[]> =>
  Map.groupBy(all, keyOf).values();

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
  const show = run.show ?? ((text: string) => void process.stdout.write(text));
  show(`\n${bold(`── ${stage.title} ${'─'.repeat(Math.max(3, 60 - stage.title.length))}`)}\n`);
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
  // A failure outside of the tests counts as one too: the closing line must not read better than the run was.
  if (!ok && tally.failed === 0) tally = { ...tally, failed: 1 };
  const seconds = (performance.now() - started) / 1000;
  show(`${ok ? styleText('green', '✓') : styleText('red', '✗')} ${stage.title}: ${seconds.toFixed(1)} s\n`);
  return { stage, result: ok ? 'passed' : 'failed', tally, seconds };
}

function skipReason(stage: Stage, before: readonly Outcome[]): string | undefined {
  const broken = before.find(
    (outcome) => outcome.result !== 'passed' && stage.needs?.includes(outcome.stage.title),
  );
  if (broken) return `${broken.stage.title} has failed`;
  return stage.findMissing?.();
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
