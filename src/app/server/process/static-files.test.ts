import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { createProcessServices, type ProcessServices } from './process-services.ts';
import { openStaticFiles } from './static-files.ts';

let staticDir: string;
let services: ProcessServices;
let server: Server;
let address: string;

beforeAll(async () => {
  staticDir = mkdtempSync(join(tmpdir(), 'bookswap-files-'));
  mkdirSync(join(staticDir, 'assets'));
  writeFileSync(join(staticDir, 'assets/browser-1a2b.js'), 'run()');
  writeFileSync(join(staticDir, 'assets/browser-1a2b.js.br'), 'compressed');
  writeFileSync(join(staticDir, 'sw.js'), 'work()');
  const config = readConfig({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://a.example' });
  services = createProcessServices({ files: await openStaticFiles({ ...config, staticDir }) });
  server = createServer((request, response) => {
    if (services.files!.has(request)) services.files!.respond(request, response);
    else response.writeHead(404).end('of a market');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await services.close();
  rmSync(staticDir, { recursive: true });
});

const ask = (path: string, init: RequestInit = {}) =>
  fetch(address + path, { ...init, headers: { 'accept-encoding': 'identity', ...init.headers } });

it('serves files to the server of the process, with the headers of every response', async () => {
  const response = await ask('/assets/browser-1a2b.js?x');
  expect(await response.text()).toBe('run()');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  });
  const again = await ask('/assets/browser-1a2b.js', {
    // `fetch` would ask past caches.
    headers: { 'if-none-match': response.headers.get('etag')!, 'cache-control': 'max-age=0' },
  });
  expect(again.status).toBe(304);
  expect((await ask('/sw.js')).headers.get('cache-control')).toBe('no-cache');
  const compressed = await ask('/assets/browser-1a2b.js', {
    method: 'HEAD',
    headers: { 'accept-encoding': 'br' },
  });
  expect(compressed.headers.get('content-encoding')).toBe('br');
});

it('leaves everything else to the markets', async () => {
  for (const path of ['/', '/assets', '/assets/browser-1a2b.jsx', '/assets/../sw.jsx', '/%73w.js'])
    expect((await ask(path)).status).toBe(404);
  expect((await ask('/sw.js', { method: 'POST' })).status).toBe(404);
});

it('counts them in the metrics of the process', async () => {
  expect(await services.metrics.text()).toMatch(
    /^bookswap_http_requests_total\{method="GET",route="\(file\)",status="200"\} [1-9]/m,
  );
});
