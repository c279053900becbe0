import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import compile from 'icu-minify/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookInput, bookProblem } from '#features/books/contract.ts';
import { tradeProblem } from '#features/trades/contract.ts';
import { createHttpServer } from '#platform/server/http/create-http-server.ts';
import { parseInput } from '#platform/server/http/parse-input.ts';
import { localeOfTests, testMarket } from '#tests/support/test-market.ts';
import { createLocaleOf } from '#platform/server/texts/create-locale-of.ts';
import { renderIn } from '#platform/shared/texts/locale.ts';
import { commonProblem } from '#platform/shared/problem.ts';

/** Only these texts are German, also where the catalogue has others. */
const german = {
  'books.field.price.too-high': 'Höchstens {highest}',
  'books.field.title':
    '{error, select, required {Der Titel fehlt} type {Der Titel muss Text sein} characters {Zeichen} length {Höchstens {max} Zeichen} other {Der Titel fehlt}}',
  'books.problem.too-many-listings': 'Du hast {max, plural, one {# Anzeige} other {# Anzeigen}}.',
  'platform.problem.not-found': 'Nicht gefunden.',
  'platform.problem.unknown-host': 'Unbekannte Adresse.',
  'trades.problem.wrong-handover-code':
    'Falscher Code. Noch {left, plural, one {# Versuch} other {# Versuche}}.',
};

let http: FastifyInstance;

beforeAll(async () => {
  const facts = createLocaleOf({ ...testMarket, languages: ['en', 'de'] });
  const compiled = Object.fromEntries(Object.entries(german).map(([id, text]) => [id, compile(text)]));
  http = await createHttpServer({
    logLevel: 'silent',
    trustedProxies: [],
    hostNames: ['books.example'],
    languages: ['en', 'de'],
    localeOf: (language) =>
      language === 'de'
        ? { ...facts('de'), messages: { ...facts('en').messages, ...compiled } }
        : facts(language),
  });
  const config = { auth: 'public' } as const;
  http.get('/wrong-code/:left', { config }, ({ params }) => {
    throw tradeProblem('wrong-handover-code', { args: { left: Number((params as { left: string }).left) } });
  });
  http.get('/too-many', { config }, () => {
    throw bookProblem('too-many-listings');
  });
  http.get('/internal', { config }, () => {
    throw new Error('A secret of the server');
  });
  http.post('/books', { config }, ({ body }) =>
    renderIn(localeOfTests(), () => parseInput(bookInput, body, 'body')),
  );
});
afterAll(() => http.close());

const ask = async (url: string, headers: Record<string, string> = {}, body?: object) => {
  const reply = await http.inject({
    url,
    headers: { host: 'books.example', ...headers },
    ...(body && { method: 'POST' as const, payload: body }),
  });
  return { language: reply.headers['content-language'], body: reply.json() };
};
const inGerman = { 'accept-language': 'de-AT,de;q=0.9' };

describe('a problem', () => {
  it.each([
    ['1', 'Falscher Code. Noch 1 Versuch.'],
    ['2', 'Falscher Code. Noch 2 Versuche.'],
  ])('has its detail in the language of the request: %s left', async (left, detail) => {
    expect(await ask(`/wrong-code/${left}`, inGerman)).toMatchObject({
      language: 'de',
      body: { code: 'wrong-handover-code', args: { left: Number(left) }, detail },
    });
  });

  it.each([
    [{}, 'This is not the code. 1 try left.'],
    [{ 'accept-language': 'fr' }, 'This is not the code. 1 try left.'],
    [{ 'accept-language': 'de', cookie: 'lang=en' }, 'This is not the code. 1 try left.'],
    [{ 'accept-language': 'en', cookie: 'lang=de' }, 'Falscher Code. Noch 1 Versuch.'],
  ])('is chosen as every response is: %j', async (headers: Record<string, string>, detail) =>
    expect((await ask('/wrong-code/1', headers)).body.detail).toBe(detail),
  );

  it('has the constant arguments of its definition, and none of a text without arguments', async () => {
    expect((await ask('/too-many', inGerman)).body).toMatchObject({
      args: { max: 200 },
      detail: 'Du hast 200 Anzeigen.',
    });
    expect((await ask('/nothing', inGerman)).body).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      code: 'not-found',
      detail: 'Nicht gefunden.',
      requestId: expect.any(String),
    });
  });

  it('of a failure that nobody foresaw tells nothing of it', async () =>
    expect((await ask('/internal', inGerman)).body.detail).toBe('Something went wrong on our end.'));

  it('for another host, sent without the framework, has the language, too', async () => {
    const { port } = new URL(await http.listen({ host: '127.0.0.1', port: 0 }));
    const headers = { ...inGerman, host: 'other.example' };
    const [reply] = (await once(
      get({ host: '127.0.0.1', port, path: '/too-many', headers }),
      'response',
    )) as [IncomingMessage];
    expect(reply.headers['content-language']).toBe('de');
    expect(await json(reply)).toMatchObject({ code: 'unknown-host', detail: 'Unbekannte Adresse.' });
  });

  it('has an English message for the log', () => {
    expect(tradeProblem('wrong-handover-code', { args: { left: 3 } }).message).toBe(
      'This is not the code. 3 tries left.',
    );
    expect(commonProblem('sign-in-required').message).toBe('Please sign in.');
  });
});

describe('errors of fields', () => {
  const wrong = { title: 'x'.repeat(201), author: '', condition: 'Good', price: 1_000_000 };

  it('have code, arguments and a message in the language of the request', async () => {
    const { body } = await ask('/books', inGerman, wrong);
    expect(body.errors).toEqual([
      {
        path: 'title',
        code: 'books.field.title',
        args: { error: 'length', max: 200 },
        message: 'Höchstens 200 Zeichen',
      },
      {
        path: 'author',
        code: 'books.field.author',
        args: { error: 'required', max: expect.any(Number) },
        message: 'Author is required',
      },
      {
        path: 'price',
        code: 'books.field.price.too-high',
        args: { highest: { amount: 999_999 } },
        message: 'Höchstens 9.999,99\u00a0$',
      },
    ]);
    expect(body).toMatchObject({ code: 'invalid-request', detail: 'Höchstens 200 Zeichen' });
  });

  it('are whole English sentences otherwise', async () => {
    const { body } = await ask('/books', {}, { ...wrong, isbn: 'x', courses: Array(9).fill('MATH 101') });
    expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
      'Title can have at most 200 characters',
      'Author is required',
      "This isn't a valid ISBN. Check the digits.",
      'Price can be at most $9,999.99',
    ]);
  });

  it('name the field or the body where a schema has no text', async () => {
    const post = async (body: object) => (await ask('/books', {}, body)).body;
    expect(await post([])).toMatchObject({
      detail: 'The body must be an object',
      errors: [{ path: '', code: 'platform.issue.whole-object', args: { part: 'body' } }],
    });
    expect((await post({ ...wrong, courses: 'x' })).errors).toContainEqual({
      path: 'courses',
      code: 'platform.issue.list',
      args: { field: 'courses' },
      message: 'courses must be a list',
    });
  });
});
