import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPlaywrightCounts, readVitestCounts } from './test-counts.ts';

function report(content: unknown): string {
  const directory = mkdtempSync(join(tmpdir(), 'bookswap-tally-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test('Vitest: a file that could not be loaded is a failure, todo counts as skipped', () => {
  const counts = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{}] },
    { status: 'passed', assertionResults: [{}] },
  ];
  expect(readVitestCounts(report({ ...counts, testResults }))).toEqual({ passed: 5, failed: 2, skipped: 3 });
});

test('Playwright: what failed outside of tests counts, what passed at the second try has passed', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };
  expect(readPlaywrightCounts(report({ stats, errors: [{}] }))).toEqual({ passed: 4, failed: 2, skipped: 2 });
});

test('no report, no counts', () => {
  expect(readVitestCounts('/nowhere/report.json')).toBeUndefined();
  expect(readPlaywrightCounts('/nowhere/report.json')).toBeUndefined();
});
