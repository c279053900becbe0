import { randomUUID } from 'node:crypto';
import { plainPicture } from '../../support/server/sample-images.ts';
import { signatureOf } from '../../support/fakes/fake-stripe.ts';
import { always, everybody, type AccessRow } from './roles.ts';
import { OWNERS_EMAIL } from './access-app.ts';
import type { AccessFixtures } from './fixtures.ts';

const credentials = (password: string) => () => ({ body: { email: OWNERS_EMAIL, password } });
const jpeg = plainPicture(40, 40).jpeg().toBuffer();

/** With the client secret of the payment. */
const secret = async (scene: AccessFixtures, more: object = {}) => {
  const { key, secret: client_secret, intent } = await scene.payment();
  return { params: { id: intent }, body: { key, client_secret, ...more } };
};
const good = { number: '4242424242424242', exp_month: '12', exp_year: '2070', cvc: '123' };
const card = { payment_method_data: { type: 'card', card: good } };

/**
 * Routes outside of the contracts. All of them are open: access depends on a cookie, a signature or a secret,
 * not on the token.
 */
export const routeAccess: Record<string, AccessRow> = {
  'POST /api/auth/sign-up/email': everybody(() => ({
    body: { name: 'New', email: `${randomUUID()}@northfield.example`, password: 'correct horse' },
  })),
  'POST /api/auth/sign-in/email': always(401, credentials('wrong horse')),
  // A credential that does not exist.
  'POST /api/auth/sign-in/passkey': always(401, () => ({ body: { response: { id: 'x', response: {} } } })),
  'POST /api/auth/passkey/options': everybody(),
  // The token and the cookie, which no role sends.
  'POST /api/auth/passkey/confirm': always(401),
  'POST /api/auth/passkey/register-options': always(401),
  'POST /api/auth/passkey/register': always(401),
  'POST /api/auth/sign-out': everybody(),
  'GET /api/auth/get-session': everybody(),
  // Requires the cookie only.
  'GET /api/auth/token': always(401),
  'GET /api/auth/jwks': everybody(),
  // Redirects to the university, or back to the sign-in page.
  'GET /api/auth/campus': always(303),
  'GET /api/auth/callback/campus': always(303),

  'PUT /objects/upload/:id': everybody(async (scene) => {
    const { pathname, searchParams } = await scene.uploadAddress();
    return {
      params: { id: pathname.split('/').at(-1)! },
      query: Object.fromEntries(searchParams),
      headers: { 'content-type': 'image/jpeg' },
      body: new Blob([new Uint8Array(await jpeg)]),
    };
  }),
  'GET /objects/uploads/:file': everybody(async (scene) => ({ params: { file: await scene.photo() } })),

  'POST /api/webhooks/stripe': everybody((scene) => {
    const event = { id: 'evt_1', type: 'ping', livemode: false, data: { object: {} } };
    const body = JSON.stringify(event);
    const { webhookSecret } = scene.cast.app.app.payments.provider() as unknown as { webhookSecret: string };
    const signature = signatureOf(body, scene.cast.app.clock.now(), webhookSecret);
    return { body, headers: { 'stripe-signature': signature } };
  }),
  'GET /api/payment-sandbox/v1/payment_intents/:id': everybody(async (scene) => {
    const { params, body } = await secret(scene);
    return { params, query: { key: body.key, client_secret: body.client_secret } };
  }),
  'POST /api/payment-sandbox/v1/payment_intents/:id/confirm': everybody((scene) => secret(scene, card), {
    // The first caller pays it.
    deleted: 400,
    another: 400,
    blocked: 400,
    admin: 400,
    owner: 400,
  }),
  'POST /api/payment-sandbox/v1/payment_intents/:id/authenticate': always(400, (scene) =>
    secret(scene, { outcome: 'complete' }),
  ),

  // The signature is the proof; no role has one.
  'GET /unsubscribe/:userId/:signature': always(404, () => ({
    params: { userId: randomUUID(), signature: 'x' },
  })),
  'POST /unsubscribe/:userId/:signature': always(404, () => ({
    params: { userId: randomUUID(), signature: 'x' },
  })),

  'GET /ws': always(404),
  'GET /*': everybody(),
  'GET /share.png': everybody(),
  'GET /book/:id/share.png': everybody(async (scene) => ({ params: { id: await scene.book() } })),
  'GET /manifest.webmanifest': everybody(),
  // The campus has no icon.
  'GET /campus-icon-180.png': always(404),
  'GET /campus-icon-192.png': always(404),
  'GET /campus-icon-512.png': always(404),
  'POST /language': always(303, () => ({
    body: 'language=en&page=/help',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })),
  'POST /share': always(303, () => ({
    body: '--x\r\ncontent-disposition: form-data; name="text"\r\n\r\nDune\r\n--x--\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })),
  'GET /api/openapi.json': everybody(),
  'GET /robots.txt': everybody(),
  'GET /sitemap.xml': everybody(),
  'GET /sitemap/:file': everybody(async (scene) => {
    await scene.book();
    return { params: { file: 'listings-1.xml' } };
  }),
  'GET /feed/books.atom': everybody(),
  'GET /feed/courses/:file': always(404, () => ({ params: { file: 'none-1.atom' } })),
  'GET /feed/users/:file': everybody((scene) => ({ params: { file: `${scene.owner.id}.atom` } })),
  'GET /.well-known/security.txt': everybody(),
  'POST /api/policy-reports': always(204, () => ({
    body: '[]',
    headers: { 'content-type': 'application/reports+json' },
  })),
  'GET /healthz': everybody(),
  'GET /readyz': everybody(),
  'GET /readyz/process': everybody(),
  // Behind a proxy it requires its own token; this caller is on the same machine.
  'GET /metrics': everybody(),
};
