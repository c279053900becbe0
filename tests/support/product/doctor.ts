import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished } from 'vitest';
import type { Finding } from '#app/cli/doctor/finding.ts';
import { runDoctor } from '#app/cli/doctor/run-doctor.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { TestApp } from '../server/test-app.ts';

export const SECRET_KEY = 'the key that the product runs with here';

/** The data directory of the current test. */
export const place = { dataDir: '' };

/** Gives each test a data directory. */
export function provideDataDir(): void {
  beforeEach(() => {
    place.dataDir = mkdtempSync(join(tmpdir(), 'bookswap-doctor-'));
  });
  afterEach(() => rmSync(place.dataDir, { recursive: true, force: true }));
}

export async function diagnose(variables: Record<string, string>, ...args: string[]) {
  return diagnoseAt(systemClock.now(), variables, ...args);
}

export async function diagnoseAt(now: Date, variables: Record<string, string>, ...args: string[]) {
  const { text, exitCode } = await runDoctor(
    ['--json', ...args],
    { DATA_DIR: place.dataDir, ...variables },
    now,
  );
  const findings = JSON.parse(text) as Finding[];
  const of = (check: string) => findings.filter((finding) => finding.check === check);
  return { findings, exitCode, of };
}

/** A finding about a failure names what to do. */
export const trouble = (status: 'warning' | 'failed', text: RegExp, advice: RegExp) => [
  expect.objectContaining({
    status,
    text: expect.stringMatching(text),
    advice: expect.stringMatching(advice),
  }),
];

export async function listen(server: { listen(port: number, host: string, done: () => void): unknown }) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

export async function startWebServer(
  respond: (path: string) => { status?: number; body: string; date?: Date },
) {
  const server = createServer((request, response) => {
    const { status = 200, body, date } = respond(request.url!);
    if (date !== undefined) response.setHeader('date', date.toUTCString());
    response.writeHead(status).end(body);
  });
  await listen(server);
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The running product on an external database. */
export async function startProduct() {
  const app = await TestApp.start({ variables: { SECRET_KEY } });
  onTestFinished(() => app.stop());
  return { app, variables: { DATABASE_URL: app.database.url, SECRET_KEY } };
}

/** As the guide says; the database is removed after the test. */
export async function closeToOthers({ database: { pool } }: TestApp): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
  await pool.query(`REVOKE CONNECT ON DATABASE ${rows[0]!.name} FROM PUBLIC`);
}
