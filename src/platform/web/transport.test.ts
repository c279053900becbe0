import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, createBrowserTransport } from './transport.ts';

const sent: { path: string; init: RequestInit }[] = [];
let answer: () => Response;

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, init });
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const transport = createBrowserTransport();
const json = (body: unknown, headers: Record<string, string> = {}, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const failure = () =>
  transport('GET /api/things', {}).then(
    () => expect.fail('It was answered'),
    (error: unknown) => error as ApiError,
  );

it('sends credentials, and JSON only with a body', async () => {
  answer = () => json({ id: 1 });
  await transport('GET /api/things/:id', { params: { id: 'a b' }, query: { limit: 3, subject: '' } });
  await transport('POST /api/things', { body: { title: 'x' } }, { keepalive: true });
  const [get, post] = sent;
  expect(get).toMatchObject({
    path: '/api/things/a%20b?limit=3',
    init: { method: 'GET', credentials: 'same-origin' },
  });
  expect(get!.init.body).toBeUndefined();
  expect(new Headers(get!.init.headers).get('accept-language')).toBe('en');
  expect(new Headers(get!.init.headers).has('content-type')).toBe(false);
  expect([post!.init.body, post!.init.keepalive]).toEqual(['{"title":"x"}', true]);
  expect(new Headers(post!.init.headers).get('content-type')).toBe('application/json');
});

it('reads the next page out of the Link header', async () => {
  answer = () => json([1], { link: '</api/things?limit=1&cursor=a%2Bb%3D>; rel="next"' });
  expect(await transport('GET /api/things', {})).toEqual({ data: [1], next: 'a+b=' });
  answer = () => json([1], { link: '</other>; rel="prev"' });
  expect((await transport('GET /api/things', {})).next).toBeNull();
});

it('throws the error of the problem document', async () => {
  const problem = {
    code: 'invalid-request',
    detail: 'Title is required',
    errors: [{ path: 'title', message: 'Title is required' }],
  };
  answer = () =>
    json(problem, { 'content-type': 'application/problem+json; charset=utf-8', 'retry-after': '7' }, 400);
  const error = await failure();
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ message: '400: Title is required', status: 400, retryAfter: 7, ...problem });
});

it('throws a readable error if a proxy responded', async () => {
  answer = () => new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' });
  expect(await failure()).toMatchObject({ message: '502: <h1>Bad gateway</h1>', code: '', errors: [] });
  answer = () => new Response('', { status: 504, statusText: 'Gateway Timeout' });
  expect(await failure()).toMatchObject({ message: '504: Gateway Timeout', retryAfter: null });
  const headers = { 'content-type': 'application/problem+json' };
  answer = () => new Response('{"code"', { status: 500, statusText: 'Error', headers });
  expect(await failure()).toMatchObject({ message: '500: {"code"' });
});

it('aborts on its signal', async () => {
  answer = () => json(null);
  const given = new AbortController();
  await transport('GET /api/things', {}, { signal: given.signal });
  given.abort();
  expect(sent[0]!.init.signal!.aborted).toBe(true);
});

it('reports an outage, not a signed-out user, if a known user has no token', async () => {
  const tokens = (person: string | null) => ({
    getToken: () => Promise.resolve(null),
    renewToken: () => Promise.resolve(null),
    lastKnownUser: () => person,
    onTokenRejected: () => expect.fail('The session has not ended'),
  });
  answer = () => json({ code: 'sign-in-required', detail: 'Please sign in.' }, {}, 401);
  const error = (person: string | null) =>
    transport
      .withTokens(tokens(person))('GET /api/things', {})
      .catch((reason: unknown) => reason);
  expect(await error('s1')).toMatchObject({ status: 503, code: 'service-unavailable' });
  expect(await error(null)).toMatchObject({ status: 401 });
});
