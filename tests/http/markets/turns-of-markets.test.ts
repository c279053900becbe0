/** The order in which a process serves its markets, which no other load on the machine changes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deriveKey } from '#features/accounts/server/identity/passwords/hash-passwords.ts';
import { TestMarkets } from '#tests/support/markets/test-markets.ts';

const FLOODED = ['northfield', 'eastfield'];
const SIGN_UPS = 8;

/** Passwords that are hashed, in the order of their starts, and what lets the oldest of them go on. */
const started: string[] = [];
const held: (() => void)[] = [];
let isHeld = false;
const derive: typeof deriveKey = async (...asked) => {
  started.push(asked[0]);
  if (isHeld) await new Promise<void>((resolve) => void held.push(resolve));
  return deriveKey(...asked);
};

let markets: TestMarkets;
beforeAll(async () => {
  markets = await TestMarkets.open([...FLOODED, 'westfield'], { app: { hashing: { N: 256, derive } } });
});
afterAll(async () => {
  letGo();
  await markets.stop();
});

function letGo(): void {
  isHeld = false;
  for (const release of held.splice(0)) release();
}

async function send(name: string, path: string, body: object): Promise<number> {
  const response = await fetch(`${markets.addressOf(name)}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (test)' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

const signUp = (name: string, number: number) =>
  send(name, 'sign-up/email', {
    name: 'Ann',
    email: `ann-${number}@${name}.edu`,
    password: `${name} sign-up ${number}`,
  });

const waiting = async () => {
  const text = await markets.services.metrics.text();
  return Number(/bookswap_queue_waiting_tasks\{queue="passwords"\} (\d+)/.exec(text)?.[1]);
};

it('a sign-in of one market is next beside floods of sign-ups of two others', async () => {
  await markets.world('westfield').app.signedInClient('Tom', 'tom@westfield.edu');
  isHeld = true;
  started.length = 0;
  const floods: Promise<number>[] = [];
  for (const [index, name] of FLOODED.entries()) {
    for (let number = 1; number <= SIGN_UPS; number += 1) floods.push(signUp(name, number));
    await expect.poll(waiting).toBe((index + 1) * (SIGN_UPS - 1));
  }
  const signIn = send('westfield', 'sign-in/email', { email: 'tom@westfield.edu', password: 'a wrong one' });
  await expect.poll(waiting).toBe(FLOODED.length * (SIGN_UPS - 1) + 1);

  // One hash of each flood runs.
  held.shift()!();
  await expect.poll(() => started.length).toBe(3);
  expect(started.map((password) => password.split(' sign-up')[0])).toEqual([...FLOODED, 'a wrong one']);

  // Both floods go on in turn, as the oldest of two hashes ends.
  for (let count = 4; count <= 9; count += 1) {
    held.shift()!();
    await expect.poll(() => started.length).toBe(count);
  }
  const rest = started.slice(3).map((password) => password.split(' ')[0]);
  expect(rest).toEqual([...FLOODED, ...FLOODED, ...FLOODED]);

  letGo();
  expect(await signIn).toBe(401);
  expect(new Set(await Promise.all(floods))).toEqual(new Set([200]));
});
