import { readFileSync } from 'node:fs';

/** The results of tests. */
export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
  /** The names of those that passed only at a further try. They are among the passed ones. */
  flaky: readonly string[];
}

/**
 * More flaky tests in a run fail the gate. A shared machine can stall a few of 2,500 tests beyond any
 * timeout; a fifth is a race in the product or in a test, and retrying would hide it.
 */
export const MAX_FLAKY_TESTS = 4;

export const noTests: TestCounts = { passed: 0, failed: 0, skipped: 0, flaky: [] };

export const addCounts = (one: TestCounts, other: TestCounts): TestCounts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  flaky: [...one.flaky, ...other.flaky],
});

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** Vitest's JSON report. A file that could not be loaded has no tests to count: it is one failure. */
export function readVitestCounts(path: string): TestCounts | undefined {
  const report = read<VitestReport>(path);
  if (!report) return undefined;
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    // The failures of earlier tries stay in the report.
    flaky: report.testResults
      .flatMap((file) => file.assertionResults)
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName }) => fullName),
  };
}

interface PlaywrightSuite {
  specs: { title: string; file: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
  errors: unknown[];
}

/** Playwright's JSON report. Errors outside of tests (a server that did not start) count as failures. */
export function readPlaywrightCounts(path: string): TestCounts | undefined {
  const report = read<PlaywrightReport>(path);
  if (!report) return undefined;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected + flaky,
    failed: unexpected + report.errors.length,
    skipped,
    flaky: report.suites.flatMap(flakySpecs),
  };
}

function flakySpecs({ specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...own.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(flakySpecs)];
}

function read<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
