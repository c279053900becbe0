import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { printSummary } from './print-summary.ts';
import { MAX_FLAKY_TESTS, noTests, readPlaywrightCounts, readVitestCounts } from './test-counts.ts';

function report(content: unknown): string {
  const directory = mkdtempSync(join(tmpdir(), 'bookswap-report-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const result = (fullName: string, status: string, failureMessages: string[] = []) => ({
  fullName,
  status,
  failureMessages,
});

test('Vitest: a file that could not be loaded is a failure, todo counts as skipped, a retried test is flaky', () => {
  const counts = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [result('one', 'failed', ['wrong'])] },
    { status: 'passed', assertionResults: [result('two', 'passed'), result('three', 'passed', ['late'])] },
  ];
  expect(readVitestCounts(report({ ...counts, testResults }))).toEqual({
    passed: 5,
    failed: 2,
    skipped: 3,
    flaky: ['three'],
  });
});

test('Playwright: errors outside of tests count as failures, retried tests are named', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };
  const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] });
  const suites = [
    {
      specs: [spec('first', 'expected')],
      suites: [{ specs: [spec('second', 'flaky'), spec('third', 'unexpected')] }],
    },
  ];
  expect(readPlaywrightCounts(report({ stats, suites, errors: [{}] }))).toEqual({
    passed: 4,
    failed: 2,
    skipped: 2,
    flaky: ['a.spec.ts: second'],
  });
});

test('no report, no counts', () => {
  expect(readVitestCounts('/nowhere/report.json')).toBeUndefined();
  expect(readPlaywrightCounts('/nowhere/report.json')).toBeUndefined();
});

test('the summary names flaky tests, and too many of them fail the gate', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  const stage = {
    title: 'Browser journeys',
    phase: 'journeys',
    groups: [],
    run: () => Promise.resolve({ ok: true }),
  };
  const runWith = (flaky: string[]) =>
    printSummary([{ stage, result: 'passed', tally: { ...noTests, passed: 9, flaky }, seconds: 1 }], false);
  const names = Array.from({ length: MAX_FLAKY_TESTS + 1 }, (_, index) => `journey ${index}`);
  expect(runWith(names.slice(1))).toBe(0);
  expect(log.mock.calls.join('\n')).toContain('journey 1');
  expect(log.mock.calls.join('\n')).toContain(`9 passed, 0 failed, 0 skipped, ${MAX_FLAKY_TESTS} flaky`);
  expect(runWith(names)).toBe(1);
});
