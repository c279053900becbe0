import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestClock } from '#tests/support/server/test-clock.ts';
import { createOidcDiscovery } from './discover-oidc-provider.ts';

let issuer = '';
let keys = '';
const provider = createServer((_request, response) =>
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ issuer, jwks_uri: keys, authorization_endpoint: `${issuer}/authorize` })),
);
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => void provider.close());

it.each([
  'http://keys.example.edu/jwks',
  'http://127.0.0.1.example.edu/jwks',
  'ftp://127.0.0.1/jwks',
  'data:application/json,{}',
])('refuses keys from %s, which others can change on their way', async (url) => {
  keys = url;
  const discover = createOidcDiscovery({ issuer, clientId: 'bookswap' }, new TestClock());
  await expect(discover()).rejects.toThrow('not served over https');
});

it.each(['https://keys.example.edu/jwks', 'http://127.0.0.1:4000/jwks', 'http://[::1]/jwks'])(
  'accepts keys from %s',
  async (url) => {
    keys = url;
    const discover = createOidcDiscovery({ issuer, clientId: 'bookswap' }, new TestClock());
    expect((await discover()).server.jwks_uri).toBe(url);
  },
);
