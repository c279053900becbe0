import { expect, it } from 'vitest';
import { failureText } from './failure-text.ts';
import { ApiError } from './transport.ts';

it('tells the reason of a refusal without its status', () => {
  const refusal = new ApiError(400, { code: 'invalid-file', detail: 'The file has no title row.' });
  expect(failureText(refusal)).toBe('The file has no title row.');
});

it('tells plainly that there was no connection, in the words of each browser', () => {
  for (const words of ['Failed to fetch', 'Load failed', 'NetworkError when attempting to fetch resource.'])
    expect(failureText(new TypeError(words))).toBe('No connection. Please try again.');
});
