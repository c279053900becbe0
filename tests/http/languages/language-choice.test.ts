import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakePageSource } from '../../support/fakes/fake-page-source.ts';
import { TestApp } from '../../support/server/test-app.ts';

const rendered: string[] = [];
let app: TestApp;
beforeAll(async () => {
  const fake = createFakePageSource(rendered);
  const source = await fake.renderer();
  const offline = async () => ({
    renderEmptyPage: () => ({ ...emptyPage, head: { title: 'T' } }),
    renderOfflinePage: () => '<h1>Offline</h1>',
  });
  const emptyPage = await source.renderPage({
    url: '/empty',
    locale: { language: 'en', languages: ['en'], timeZone: 'UTC', messages: {} },
    textsFolder: '',
  } as never);
  const renderer = async () => ({
    ...source,
    renderPage: async (request: Parameters<typeof source.renderPage>[0]) => ({
      ...(await source.renderPage(request)),
      head: { title: 'T', canonical: request.url },
    }),
  });
  app = await TestApp.start({
    pages: { ...fake, renderer, offline },
    variables: { CAMPUS_LANGUAGES: 'es,en,ar' },
  });
});
afterAll(() => app.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  app.visitor().send('GET', path, undefined, headers);

/** What a document says of its language. */
async function documentOf(path: string, headers: Record<string, string> = {}) {
  const { body, headers: sent } = await get(path, headers);
  return {
    root: /<html (.*?)( data-test-mode)?>/.exec(body)![1],
    language: sent.get('content-language'),
    canonical: /rel="canonical" href="([^"]*)"/.exec(body)?.[1]?.replace(app.address, ''),
    vary: sent.get('vary'),
  };
}

const spanish = { root: 'lang="es"', language: 'es' };
const english = { root: 'lang="en"', language: 'en' };
const arabic = { root: 'lang="ar" dir="rtl"', language: 'ar' };

describe.each(['/', '/help', '/nothing', '/offline.html', '/empty.html'])('the document %s', (path) => {
  it('is in the language of the URL, of the cookie, of the browser, or in the first of the market', async () => {
    // Twice: from the cache, too.
    for (const _ of [1, 2]) {
      expect(await documentOf(path)).toMatchObject(spanish);
      expect(await documentOf(path, { 'accept-language': 'en-GB, ar;q=0.5' })).toMatchObject(english);
      const chosen = { cookie: 'lang=ar', 'accept-language': 'en' };
      expect(await documentOf(path, chosen)).toMatchObject(arabic);
      expect(await documentOf(`${path}?lang=en`, chosen)).toMatchObject(english);
      expect(await documentOf(`${path}?lang=de`, chosen)).toMatchObject(arabic);
    }
  });

  it('says on what it depends', async () => {
    expect((await documentOf(path)).vary).toBe('accept-encoding, accept-language, cookie');
  });
});

it('a page is rendered once for each language, whatever browsers write', async () => {
  rendered.length = 0;
  const tags = ['en', 'es', 'ar', 'fr', 'de-CH', '*'];
  for (let variant = 0; variant < 1_000; variant += 1) {
    const tag = tags[variant % tags.length]!;
    await get('/privacy', {
      'accept-language': `${tag}, xx-${variant};q=0.${variant}`,
      cookie: `lang=x${variant}`,
    });
  }
  expect(rendered).toEqual(['/privacy', '/privacy', '/privacy']);
});

it.each([
  ['es', 'Compra y vende libros de texto usados con estudiantes de tu campus.'],
  ['en', 'Buy and sell used textbooks with students on your campus.'],
  ['ar', 'شراء الكتب الدراسية المستعملة وبيعها بين طلاب الحرم الجامعي.'],
])(
  'in %s, search engines and the installed product describe BookSwap in that language',
  async (lang, text) => {
    const { body } = await get(`/?lang=${lang}`);
    expect(/<meta name="description" content="([^"]*)"/.exec(body)![1]).toBe(text);
    const manifest = await get(`/manifest.webmanifest?lang=${lang}`);
    expect(manifest.body).toMatchObject({ description: text, lang });
  },
);

it('the document for a page that is not reachable has a title for each cause, in the language', async () => {
  const { body } = await get('/offline.html');
  expect(body).toContain(
    '<title data-unreachable="Sin conexión con BookSwap">Sin conexión a internet · BookSwap</title>',
  );
});

describe('a URL that names a language', () => {
  it('is a page of its own, which links to the others', async () => {
    const { body } = await get('/terms?lang=ar');
    expect(body).toContain(`<link rel="canonical" href="${app.address}/terms?lang=ar">`);
    const alternates = [...body.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, language, href]) => [
      language,
      href!.replace(app.address, ''),
    ]);
    expect(alternates).toEqual([
      ['es', '/terms?lang=es'],
      ['en', '/terms?lang=en'],
      ['ar', '/terms?lang=ar'],
      ['x-default', '/terms'],
    ]);
    const locales = [...body.matchAll(/property="og:(locale[^"]*)" content="([^"]*)"/g)];
    expect(locales.map(([, property, value]) => [property, value])).toEqual([
      ['locale', 'ar_US'],
      ['locale:alternate', 'es_US'],
      ['locale:alternate', 'en_US'],
    ]);
  });

  it('does not become the page of the URL without one', async () => {
    await get('/user/x?lang=ar');
    expect(await documentOf('/user/x', { cookie: 'lang=ar' })).toMatchObject({ canonical: '/user/x' });
    await get('/user/y');
    expect(await documentOf('/user/y?lang=es')).toMatchObject({ canonical: '/user/y?lang=es' });
  });

  it('keeps it when it is spelled otherwise', async () => {
    const { status, headers } = await get('/TERMS/?lang=ar');
    expect([status, headers.get('location')]).toEqual([308, '/terms?lang=ar']);
  });
});

it('the manifest is one product in the language that the document names', async () => {
  const { body: document } = await get('/', { cookie: 'lang=ar' });
  const href = /rel="manifest" href="([^"]*)"/.exec(document)![1]!;
  const { headers, body } = await get(href);
  expect(headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  expect(body).toMatchObject({ id: '/', start_url: '/', lang: 'ar', dir: 'rtl' });
  expect((await get('/manifest.webmanifest')).body).toMatchObject({ id: '/', lang: 'es', dir: 'ltr' });
});

it('the image of a link is kept for each language', async () => {
  const seen = async (cookie: string) =>
    (await get('/share.png', { cookie })).headers.get('content-language');
  expect([await seen('lang=es'), await seen('lang=ar'), await seen('lang=es')]).toEqual(['es', 'ar', 'es']);
});

it('the image of a link has words of the language', async () => {
  const imageIn = async (language: string) => {
    const response = await fetch(`${app.address}/share.png?lang=${language}`);
    return Buffer.from(await response.arrayBuffer()).toString('base64');
  };
  const [spanish, english] = [await imageIn('es'), await imageIn('en')];
  expect(spanish).not.toBe(english);
  expect(await imageIn('es')).toBe(spanish);
});

describe('the form of a visitor', () => {
  const choose = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const { status, headers: sent } = await app
      .visitor()
      .send('POST', '/language', new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      });
    return [status, sent.get('location'), sent.get('set-cookie')];
  };
  const chosen = 'lang=ar; Max-Age=34560000; Path=/; SameSite=Lax';

  it('keeps the choice in a cookie and shows the page again', async () => {
    expect(await choose({ language: 'ar', page: '/help?category=x&lang=en' })).toEqual([
      303,
      '/help?category=x',
      chosen,
    ]);
    expect(await choose({ language: '', page: '/help' })).toEqual([
      303,
      '/help',
      'lang=; Max-Age=0; Path=/; SameSite=Lax',
    ]);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/%0d%0aset-cookie:x=1',
    'help',
    '',
    '///x',
  ])('leads to no page of others: %s', async (page) => {
    const [status, location] = await choose({ language: 'ar', page });
    expect(status).toBe(303);
    expect(new URL(String(location), app.address).origin).toBe(app.address);
    expect(String(location)).toMatch(/^\/(?![/\\])/);
  });

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ])('is not for other sites: %o', async (headers) =>
    expect(await choose({ language: 'ar' }, headers)).toEqual([400, null, null]),
  );

  it.each<Record<string, string>>([{ 'sec-fetch-site': 'same-origin' }, {}])(
    'is for our pages: %o',
    async (headers) => {
      const own = { ...headers, origin: app.address };
      expect(await choose({ language: 'ar' }, own)).toEqual([303, '/', chosen]);
    },
  );

  it.each(['de', 'xx', 'ar\r\nx: y'])('offers no language of other markets: %j', async (language) => {
    expect(await choose({ language })).toEqual([400, null, null]);
  });
});
