import fc from 'fast-check';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { StripeApiError } from './stripe-api-error.ts';
import { decodeForm } from './decode-form.ts';

/** The body that the SDK sends for these parameters. */
async function encode(parameters: object): Promise<string> {
  let sent = '';
  const stripe = new Stripe('sk_test_none', {
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(async (...request) => {
      sent = await new Request(...request).text();
      return Response.json({});
    }),
  });
  await stripe.rawRequest('POST', '/v1/anything', parameters);
  return sent;
}

const name = fc
  .oneof(fc.string({ minLength: 1, maxLength: 12 }), fc.constantFrom('constructor', 'toString'))
  // Brackets and numbers have a meaning, and the SDK itself drops the name __proto__.
  .filter((text) => !/[[\]]/.test(text) && !/^(\d+|__proto__)$/.test(text) && text.isWellFormed());
const texts = fc.string({ maxLength: 20 }).filter((text) => text.isWellFormed());
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    texts,
    fc.array(tie('value'), { minLength: 1, maxLength: 4 }),
    fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 4, noNullPrototype: false }),
  ),
}));
const form = fc.dictionary(name, value, { maxKeys: 5 });

describe('decodeForm', () => {
  it('decodes what the SDK encodes', async () => {
    await fc.assert(
      fc.asyncProperty(form, async (parameters) => {
        const decoded = decodeForm(await encode(parameters));
        expect(JSON.stringify(decoded)).toBe(JSON.stringify(parameters));
      }),
      { numRuns: 300 },
    );
  });

  it('returns a form or throws Stripe’s error for any text', () => {
    const noise = fc.string({
      unit: fc.constantFrom('a', '0', '[', ']', '=', '&', '%', '+', '_'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(noise, (text) => {
        try {
          expect(typeof decodeForm(text)).toBe('object');
        } catch (error) {
          expect(error).toBeInstanceOf(StripeApiError);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['expand[]=a&expand[]=b', { expand: ['a', 'b'] }],
    ['items[0][price]=p&items[0][quantity]=1', { items: [{ price: 'p', quantity: '1' }] }],
    ['metadata[a%20b]=c%26d', { metadata: { 'a b': 'c&d' } }],
    ['list[5]=a', { list: { 5: 'a' } }],
    ['', {}],
  ])('decodes %s', (text, expected) => {
    expect(JSON.parse(JSON.stringify(decodeForm(text)))).toEqual(expected);
  });

  it.each(['a=1&a=2', 'a=1&a[b]=2', 'a[b]=1&a=2', '[a]=1', 'a[b=1', 'a]b=1', `a${'[b]'.repeat(9)}=1`])(
    'rejects %s',
    (text) => {
      expect(() => decodeForm(text)).toThrow('Invalid parameter name');
    },
  );

  it('limits the number of parameters', () => {
    const many = Array.from({ length: 501 }, (_, index) => `a[x${index}]=1`).join('&');
    expect(() => decodeForm(many)).toThrow('too many parameters');
  });

  it('has no names but those of the form', () => {
    const decoded = decodeForm('a[__proto__][admin]=1');
    expect(decoded.constructor).toBeUndefined();
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });
});
