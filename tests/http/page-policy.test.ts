import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { toLocaleFacts } from '#platform/shared/texts/locale.ts';
import { HEAD_SCRIPT } from '#app/server/head-script.ts';
import { ConfigError, readConfig } from '#app/server/config.ts';
import { toInlineStyles } from '#app/server/inline-styles.ts';
import type { PageSource } from '#app/server/page-source.ts';
import { cspHeaders } from '#app/server/content-security-policy.ts';
import { TestApp } from '../support/server/test-app.ts';

const adsense = { ADSENSE_PUBLISHER_ID: 'pub-1234567890123456', ADSENSE_SLOT_ID: '1234567890' };

/** The page routes with a renderer of two pages: a payment page and another one. */
const builder: PageSource = {
  renderer: async () => ({
    renderPage: async ({ url, hasSeparatePolicies, adsense, identity, locale, textsFolder }) => {
      const policy = url.startsWith('/subscribe') ? 'payments' : 'ordinary';
      const documentPolicy = hasSeparatePolicies ? policy : null;
      const state = {
        now: '',
        queries: {},
        policy: documentPolicy,
        adsense,
        identity,
        locale: toLocaleFacts(locale),
        textsFolder,
        texts: {},
      } as const;
      return {
        status: 200,
        source: null,
        policy,
        noScript: '',
        head: { title: 'T' },
        sprite: '',
        body: url,
        state,
      };
    },
    pageKey: (_path, url) => url,
    stalePageNotice: () => '',
    unavailable: () => '',
    marketNotice: () => '',
    unknownHostNotice: () => '',
  }),
  assets: async () => ({
    script: '/assets/a.js',
    preload: [],
    css: toInlineStyles([Buffer.from('a{}')]),
    cssFiles: [],
  }),
  css: 'a{}',
  staticDir: null,
  textsFolder: (language) => `/assets/texts/${language}/`,
  close: async () => {},
};

let app: TestApp | null = null;
afterEach(async () => {
  await app?.stop();
  app = null;
});

const pageOf = async (path: string) => {
  const { headers, body } = await app!.visitor().get(path);
  return {
    policy: headers.get('content-security-policy')!,
    opener: headers.get('cross-origin-opener-policy'),
    endpoints: headers.get('reporting-endpoints'),
    state: JSON.parse(/id="state">(.*)<\/script>/.exec(body)![1]!) as { policy: unknown },
  };
};
const start = async (variables: Record<string, string> = {}) => {
  app = await TestApp.start({ pages: builder, variables });
};

describe('without keys', () => {
  it('no page allows other hosts, and every page has the same policy', async () => {
    await start();
    const [home, subscribe] = [await pageOf('/'), await pageOf('/subscribe')];
    expect(home.policy).not.toMatch(/https?:|\*/);
    expect(subscribe).toEqual(home);
    expect(home.policy).toContain(createHash('sha256').update(HEAD_SCRIPT).digest('base64'));
    expect(home.opener).toBe('same-origin');
    expect(home.state.policy).toBeNull();
    expect(home.policy).toContain("require-trusted-types-for 'script'; trusted-types bookswap-markup");
    expect(home.policy).toContain('report-to policy');
    expect(home.endpoints).toBe('policy="/api/policy-reports"');
  });
});

describe('the scanner', () => {
  it('may use the camera on our pages; only the script of its worker may run WebAssembly', async () => {
    const staticDir = mkdtempSync(join(tmpdir(), 'bookswap-files-'));
    mkdirSync(join(staticDir, 'assets/workers'), { recursive: true });
    for (const name of ['assets/page.js', 'assets/workers/decode.js'])
      writeFileSync(join(staticDir, name), '');
    try {
      app = await TestApp.start({ pages: { ...builder, staticDir } });
      const [page, script, worker] = await Promise.all(
        ['/', '/assets/page.js', '/assets/workers/decode.js'].map(async (path) => {
          const { status, headers } = await app!.visitor().get(path);
          expect(status).toBe(200);
          return {
            policy: headers.get('content-security-policy'),
            permissions: headers.get('permissions-policy'),
          };
        }),
      );
      expect(worker!.policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';");
      expect(worker!.policy).toContain("connect-src 'self'");
      expect(page!.policy).not.toContain('unsafe');
      expect(script!.policy).toBeNull();
      expect(page!.permissions).toBe('camera=(self), microphone=(), geolocation=()');
    } finally {
      rmSync(staticDir, { recursive: true });
    }
  });
});

describe('with AdSense', () => {
  it('ordinary pages allow only Google; payment pages allow no other host', async () => {
    await start(adsense);
    const [home, subscribe] = [await pageOf('/'), await pageOf('/subscribe')];
    expect(home.policy).toMatch(/script-src 'self' 'sha256-[^ ]+' https:\/\/\*\.googlesyndication\.com /);
    expect(home.policy).not.toMatch(/stripe|unsafe/);
    expect(subscribe.policy).not.toMatch(/https?:|\*/);
    expect([home.state.policy, subscribe.state.policy]).toEqual(['ordinary', 'payments']);
  });

  it('cached pages have the same headers', async () => {
    await start(adsense);
    const first = await pageOf('/subscribe');
    expect(await pageOf('/subscribe')).toEqual(first);
  });
});

describe("with Stripe's keys", () => {
  const css = 'a{}';

  it('payment pages have their own policy and allow a bank’s popup', async () => {
    await start({
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    });
    const [home, subscribe] = [await pageOf('/'), await pageOf('/subscribe')];
    expect(home.policy).not.toMatch(/https?:|\*/);
    expect(subscribe.policy).toContain('https://js.stripe.com');
    expect([home.opener, subscribe.opener]).toEqual(['same-origin', 'same-origin-allow-popups']);
    expect([home.state.policy, subscribe.state.policy]).toEqual(['ordinary', 'payments']);
  });

  it('allows photos from the CDN of the installation only', () => {
    const outsiders = { stripe: false, google: false, photos: 'https://photos.example', clerk: null };
    const policy = cspHeaders('ordinary', outsiders, css)['content-security-policy']!;
    expect(policy).toContain("img-src 'self' blob: data: https://photos.example;");
    expect(policy.match(/photos\.example/g)).toHaveLength(1);
  });

  it('only payment pages allow Stripe, with the hosts that it documents', () => {
    const outsiders = { stripe: true, google: true, photos: null, clerk: null };
    const ordinary = cspHeaders('ordinary', outsiders, css);
    const payments = cspHeaders('payments', outsiders, css);
    expect(ordinary['content-security-policy']).not.toContain('stripe');
    expect(payments['content-security-policy']).not.toContain('google');
    expect(payments['content-security-policy']).toMatch(
      /script-src 'self' 'sha256-[^ ]+' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com;/,
    );
    for (const directive of [
      'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
      "connect-src 'self' https://api.stripe.com",
      "img-src 'self' blob: data: https://*.stripe.com",
    ])
      expect(payments['content-security-policy']!.split('; ')).toContain(directive);
    expect(payments['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    expect(ordinary['cross-origin-opener-policy']).toBeUndefined();
  });
});

it('with Clerk every page allows its host and inline styles', async () => {
  const publishableKey = `pk_test_${btoa('clerk.campus.example$')}`;
  await start({ CLERK_PUBLISHABLE_KEY: publishableKey, CLERK_SECRET_KEY: 'sk_test_1' });
  const [home, subscribe] = [await pageOf('/'), await pageOf('/subscribe')];
  expect(subscribe).toEqual(home);
  expect(home.state).toMatchObject({ identity: { kind: 'clerk', publishableKey } });
  expect(home.policy).toContain(' https://clerk.campus.example https://challenges.cloudflare.com ');
  for (const directive of ["style-src 'self' 'unsafe-inline'", "worker-src 'self' blob:"])
    expect(home.policy.split('; ')).toContain(directive);
  expect(home.policy).toContain("connect-src 'self' https://clerk.campus.example ");
});

describe('the AdSense configuration', () => {
  it('requires both variables or neither, well-formed', () => {
    expect(readConfig({}).adsense).toBeNull();
    expect(readConfig({ ...adsense }).adsense).toEqual({
      publisherId: 'ca-pub-1234567890123456',
      slotId: '1234567890',
    });
    for (const [variables, name] of [
      [{ ADSENSE_PUBLISHER_ID: adsense.ADSENSE_PUBLISHER_ID }, /ADSENSE_SLOT_ID: required/],
      [{ ADSENSE_SLOT_ID: '1234567890' }, /ADSENSE_PUBLISHER_ID: required/],
      [{ ...adsense, ADSENSE_PUBLISHER_ID: 'pub-1"><script>' }, /ADSENSE_PUBLISHER_ID: must look like/],
      [{ ...adsense, ADSENSE_SLOT_ID: 'abc' }, /ADSENSE_SLOT_ID: must be/],
    ] as const) {
      expect(() => readConfig(variables)).toThrow(ConfigError);
      expect(() => readConfig(variables)).toThrow(name);
    }
  });
});
