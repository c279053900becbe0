import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startOtlpReceiver } from '#tests/support/fakes/otlp-receiver.ts';
import { S3Store } from '#tests/support/fakes/s3-store.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';
import { uploadPhoto } from '#tests/support/server/upload-photo.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const PARENT_ID = 'b7ad6b7169203331';
const PROXY_HEADERS = { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` };
const SERVER = 2;
const CLIENT = 3;

async function openTraced(variables: Record<string, string> = {}) {
  const receiver = await startOtlpReceiver();
  onTestFinished(() => receiver.close());
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`, OTEL_SERVICE_NAME: 'campus' };
  const world = await TestWorld.open({ variables: { ...endpoint, ...variables } });
  return { world, receiver };
}

it('a request has a span in the trace of its proxy, with a span for each statement, behind a body as well', async () => {
  const { world, receiver } = await openTraced({ TRUSTED_PROXIES: '127.0.0.1' });
  const { id: bookId } = await world.createBook();
  const headers = { ...PROXY_HEADERS, 'x-request-id': 'f'.repeat(32) };
  await world.buyer.send('POST', '/api/conversations', { bookId }, headers);
  await world.app.stop();
  const trace = receiver.spans.filter(({ traceId }) => traceId === TRACE_ID);
  const [server, ...more] = trace.filter(({ kind }) => kind === SERVER);
  expect(more).toEqual([]);
  expect(server).toMatchObject({
    name: 'POST /api/conversations',
    parentSpanId: PARENT_ID,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/conversations',
      'http.response.status_code': 200,
      'bookswap.request_id': 'f'.repeat(32),
    },
    resource: { 'service.name': 'campus', 'service.version': expect.stringMatching(/^\d+\.\d+\.\d+$/) },
  });
  const statements = trace.filter(({ kind }) => kind === CLIENT);
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['BEGIN', 'SELECT books', 'INSERT conversations', 'COMMIT']),
  );
  for (const { parentSpanId, attributes } of statements)
    expect([parentSpanId, attributes['db.system.name']]).toEqual([server!.spanId, 'postgresql']);
});

it('nobody but a trusted proxy begins a trace, and cached responses have a span', async () => {
  const { world, receiver } = await openTraced();
  for (let time = 0; time < 2; time += 1)
    await world.app.visitor().send('GET', '/api/books', undefined, PROXY_HEADERS);
  await world.app.stop();
  expect(receiver.spans.filter(({ traceId }) => traceId === TRACE_ID)).toEqual([]);
  const lists = receiver.spans.filter(({ name }) => name === 'GET /api/books');
  expect(lists.map(({ attributes }) => attributes['bookswap.cached'] ?? false)).toEqual([false, true]);
});

it('a proxy cannot raise the share of requests that are traced, but leave some out', async () => {
  const TRUSTED_PROXIES = '127.0.0.1';
  const none = await openTraced({ TRUSTED_PROXIES, OTEL_TRACES_SAMPLER_ARG: '0' });
  await none.world.app.visitor().send('GET', '/api/books', undefined, PROXY_HEADERS);
  await none.world.app.stop();
  expect(none.receiver.spans).toEqual([]);
  const all = await openTraced({ TRUSTED_PROXIES });
  const traceparent = PROXY_HEADERS.traceparent.replace(/01$/, '00');
  await all.world.app.visitor().send('GET', '/api/books', undefined, { traceparent });
  await all.world.app.visitor().get('/api/books?search=algorithms');
  await all.world.app.stop();
  expect(all.receiver.spans.filter(({ traceId }) => traceId === TRACE_ID)).toEqual([]);
  expect(all.receiver.spans.filter(({ name }) => name === 'GET /api/books')).toHaveLength(1);
});

it('requests to other servers have a span with the host, and no span has text of users', async () => {
  const store = await S3Store.start();
  onTestFinished(() => store.close());
  const { endpoint, bucket, accessKeyId, secretAccessKey } = store.config;
  const { world, receiver } = await openTraced({
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  });
  const title = 'zqxtitle';
  const { id } = await world.createBook({ title, description: 'zqxdescription' });
  await world.app.visitor().get('/api/books?search=zqxwords');
  await world.sendMessage(await world.openConversation(id), 'zqxmessage');
  await uploadPhoto(world.app, world.seller);
  await world.app.database.pool.query('ALTER TABLE reports RENAME TO reports_gone');
  const failed = await world.buyer.post('/api/reports', {
    kind: 'book',
    id,
    reason: 'fake',
    text: 'zqxreport',
  });
  await world.app.database.pool.query('ALTER TABLE reports_gone RENAME TO reports');
  await world.app.stop();
  expect(failed.status).toBe(500);
  const puts = receiver.spans.filter(({ name }) => name === 'PUT 127.0.0.1');
  expect(puts).not.toEqual([]);
  expect(puts[0]!.attributes).toMatchObject({
    'server.address': '127.0.0.1',
    'http.response.status_code': 200,
  });
  expect(receiver.spans.find(({ spanId }) => spanId === puts[0]!.parentSpanId)?.name).toBe(
    'PUT /objects/upload/:id',
  );
  expect(receiver.text()).not.toMatch(/zqx|northfield|signature|\?/i);
  expect(receiver.text()).not.toContain(id);
});

it('nothing that records or sends is loaded without an endpoint', async () => {
  const script = (module: string) => `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      load(url, context, next) {
        const name = /@opentelemetry\\/([^/]+)/.exec(url)?.[1];
        if (name !== undefined) loaded.add(name);
        return next(url, context);
      },
    });
    await import('./src/${module}');
    console.log(JSON.stringify([...loaded].sort()));
    process.exit(0);`;
  const loadedBy = async (module: string): Promise<string[]> => {
    const args = ['--input-type=module', '--eval', script(module)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: process.cwd() });
    return JSON.parse(stdout) as string[];
  };
  // prom-client and Better Auth use these.
  expect(await loadedBy('app/server/create-app.ts')).toEqual(['api', 'semantic-conventions']);
  expect(await loadedBy('platform/server/tracing/start-tracing.ts')).toContain('sdk-trace');
});

it('monitoring makes no traces', async () => {
  const { world, receiver } = await openTraced();
  const monitor = world.app.visitor();
  for (const path of ['/healthz', '/readyz', '/readyz', '/readyz/process', '/metrics'])
    expect((await monitor.get(path)).status).toBe(200);
  await monitor.get('/api/books');
  await world.app.stop();
  const routes = receiver.spans.filter(({ kind }) => kind === SERVER).map(({ name }) => name);
  expect(routes.filter((name) => !name.includes('/api/'))).toEqual([]);
  expect(routes).toContain('GET /api/books');
});
