/** New users for the journeys, created through the public API. */
import { randomBytes, randomInt } from 'node:crypto';
import { type APIRequestContext, expect, request } from '@playwright/test';
import { withCheckDigit } from '../product/with-check-digit.ts';

export const E2E_PASSWORD = 'a-long-enough-password';

/** The storage key that tells a browser that there may be a session. */
const SIGNED_IN_KEY = 'bookswap:signed-in';

type Body = Record<string, unknown>;
type State = Awaited<ReturnType<APIRequestContext['storageState']>>;

/** The fields of a listing that the journeys use. */
export interface ListedBook {
  id: string;
  title: string;
  sellerId: string;
}

/** A user with an account: their browser storage and their requests. */
export interface E2eUser {
  id: string;
  name: string;
  email: string;
  /** For a new browser context in which the user is signed in. */
  state: State;
  /** Sends a request as this user and parses the response; throws on an error status. */
  call<T = Body>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: Body): Promise<T>;
  /** Lists a book of this user. */
  list(book: Body & { title: string }): Promise<ListedBook>;
}

/** Ten letters that no other test uses and no title of the demo campus resembles. */
export const uniqueWord = (): string =>
  Array.from(randomBytes(5), (byte) => 'bdfgklmnprstvz'[byte % 14]! + 'aeiou'[byte % 5]!).join('');

/** Of no other listing. */
export const uniqueIsbn = (): string => withCheckDigit(`979${randomInt(1e9).toString().padStart(9, '0')}`);

export const newEmail = (): string => `${randomBytes(8).toString('hex')}@journeys.example`;

export async function createUser(baseURL: string, name: string): Promise<E2eUser> {
  const browser = await request.newContext({ baseURL });
  const email = newEmail();
  const signUp = await browser.post('/api/auth/sign-up/email', {
    data: { name, email, password: E2E_PASSWORD },
  });
  expect(signUp.ok(), await signUp.text()).toBe(true);
  return signedIn(browser, baseURL, name, email);
}

/** The admin of the demo campus; the server prints the password. */
export async function signInDemoAdmin(baseURL: string): Promise<E2eUser> {
  const browser = await request.newContext({ baseURL });
  const data = { email: 'ruth@demo.example', password: 'bookswap-demo' };
  const signIn = await browser.post('/api/auth/sign-in/email', { data });
  expect(signIn.ok(), await signIn.text()).toBe(true);
  return signedIn(browser, baseURL, 'Ruth', data.email);
}

async function signedIn(
  browser: APIRequestContext,
  baseURL: string,
  name: string,
  email: string,
): Promise<E2eUser> {
  const fetchToken = async () =>
    ((await (await browser.get('/api/auth/token')).json()) as { token: string }).token;
  let token = await fetchToken();
  const send = (method: string, path: string, body?: Body) =>
    browser.fetch(path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { data: body }),
    });

  const call: E2eUser['call'] = async <T>(method: string, path: string, body?: Body) => {
    let answer = await send(method, path, body);
    if (answer.status() === 401) {
      // It ends after some minutes of the server's clock.
      token = await fetchToken();
      answer = await send(method, path, body);
    }
    expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
    return (await answer.json()) as T;
  };
  const { id } = await call<{ id: string }>('POST', '/api/users/sync', { email, name });
  const { cookies } = await browser.storageState();
  const origins = [{ origin: baseURL, localStorage: [{ name: SIGNED_IN_KEY, value: '1' }] }];
  return {
    id,
    name,
    email,
    state: { cookies, origins },
    call,
    list: (book) =>
      call('POST', '/api/books', { author: 'Ada Author', condition: 'Good', price: 2450, ...book }),
  };
}

/** Starts a buyer's conversation about a book with a first message. Returns the conversation's id. */
export async function sendFirstMessage(buyer: E2eUser, book: ListedBook, content: string): Promise<string> {
  const { id } = await buyer.call<{ id: string }>('POST', '/api/conversations', { bookId: book.id });
  await sendMessageAs(buyer, id, content);
  return id;
}

export const sendMessageAs = (person: E2eUser, conversationId: string, content: string): Promise<Body> =>
  person.call('POST', '/api/messages', { conversationId, content });
