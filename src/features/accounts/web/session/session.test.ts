import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setUpTestSession } from '#tests/support/fakes/test-session.ts';
import type { SessionStore } from './session.ts';

const test = setUpTestSession();
let store: SessionStore;
beforeEach(() => {
  store = test.open();
});
const settled = () => vi.waitFor(() => expect(store.current().status).not.toBe('loading'));
async function reopen(): Promise<void> {
  store = test.open();
  store.begin();
  await settled();
}
const token = 'GET /api/auth/token';

describe('a visitor', () => {
  it('is recognized immediately, without a request', async () => {
    expect(store.current()).toEqual({ status: 'loading' });
    store.begin();
    expect(store.current()).toEqual({ status: 'signed-out' });
    expect(await store.getToken()).toBeNull();
    expect(test.server.asked).toEqual([]);
  });

  it('whose session has ended elsewhere is recognized, and leaves no private data behind', async () => {
    await store.entered();
    test.server.session = null;
    localStorage.setItem('bookswap:private:listing-draft', 'x');
    sessionStorage.setItem('bookswap:private:intent', 'x');
    localStorage.setItem('bookswap:view', 'kept');
    await reopen();
    expect(store.current()).toEqual({ status: 'signed-out' });
    expect(Object.keys(localStorage)).toEqual(['bookswap:view']);
    expect(Object.keys(sessionStorage)).toEqual([]);
    // There is no user data to drop: the page's queries stay.
    expect(test.left).toBe(0);
  });
});

describe('a user who signs in', () => {
  it('is the stored user, here and on the next visit', async () => {
    await store.entered();
    const user = { id: 'user-of-s1', name: 'Maya' };
    expect(store.current()).toEqual({ status: 'signed-in', user, isKnown: true });
    await reopen();
    expect(store.current()).toMatchObject({ status: 'signed-in', user: { id: 'user-of-s1' } });
    expect(test.server.asked.filter((call) => call !== token)).toEqual([
      'POST /api/users/sync',
      'POST /api/users/sync',
    ]);
  });

  it('whom the server rejects gets the error, and stays signed out', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    test.server.syncStatus = 409;
    await expect(store.entered()).rejects.toMatchObject({ status: 409 });
    expect(store.current()).toEqual({ status: 'signed-out' });
    expect(test.server.count('POST /api/auth/sign-out')).toBe(1);
  });

  it('is described by the token while the sync fails, which is only logged, and is synchronized later', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
    test.server.syncStatus = 503;
    await store.entered();
    expect(store.current()).toMatchObject({
      status: 'signed-in',
      user: { id: 's1', name: 'Maya', email: 'maya@northfield.edu' },
      isKnown: false,
    });
    expect(logged).toHaveBeenCalledOnce();
    expect(localStorage.getItem('bookswap:private:user')).toBeNull();
    test.server.syncStatus = 200;
    await store.renewToken((await store.getToken())!);
    await vi.waitFor(() => expect(store.current()).toMatchObject({ user: { id: 'user-of-s1' } }));
  });

  it('is synchronized again after a growing delay, when the browser is online again, and when the page becomes visible', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const page = new EventTarget();
    vi.stubGlobal('document', { visibilityState: 'visible' });
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    vi.useFakeTimers();
    const sync = 'POST /api/users/sync';
    test.server.syncStatus = 503;
    await store.entered();
    const counts: number[] = [];
    for (const wait of [1900, 200, 3800, 400, 7600]) {
      await vi.advanceTimersByTimeAsync(wait);
      counts.push(test.server.count(sync));
    }
    expect(counts).toEqual([1, 2, 2, 3, 3]);
    page.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(test.server.count(sync)).toBe(4);
    test.server.syncStatus = 200;
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(store.current()).toMatchObject({ user: { id: 'user-of-s1' }, isKnown: true });
    await vi.advanceTimersByTimeAsync(120_000);
    page.dispatchEvent(new Event('online'));
    expect(test.server.count(sync)).toBe(5);
  });

  it('is not synchronized any more after signing out', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.useFakeTimers();
    test.server.syncStatus = 503;
    await store.entered();
    await store.signOut();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(test.server.count('POST /api/users/sync')).toBe(1);
    expect(store.current()).toEqual({ status: 'signed-out' });
  });

  it('whom this device knows stays the stored user while the sync fails', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await store.entered();
    test.server.syncStatus = 503;
    await reopen();
    expect(store.current()).toMatchObject({ user: { id: 'user-of-s1' }, isKnown: true });
  });

  it('gets an error when the token cannot be fetched', async () => {
    test.server.down = true;
    await expect(store.entered()).rejects.toThrow('its token could not be fetched');
  });
});

describe('the token', () => {
  it('is requested once for all callers, and again shortly before it expires', async () => {
    await store.entered();
    vi.useFakeTimers({ now: Date.now() });
    const before = test.server.count(token);
    await Promise.all([store.getToken(), store.getToken()]);
    expect(test.server.count(token)).toBe(before);
    vi.setSystemTime(Date.now() + 260_000);
    const renewed = await Promise.all([
      store.getToken(),
      store.getToken(),
      store.transport('GET /api/x', {}),
    ]);
    expect(test.server.count(token)).toBe(before + 1);
    expect(renewed[0]).toBe(renewed[1]);
  });

  it('that lives for one minute is used for three quarters of it', async () => {
    vi.useFakeTimers();
    test.server.lifetime = 60;
    await store.entered();
    vi.advanceTimersByTime(44_000);
    await store.getToken();
    expect(test.server.count(token)).toBe(1);
    vi.advanceTimersByTime(2000);
    await store.getToken();
    expect(test.server.count(token)).toBe(2);
  });

  it('is renewed once when it is rejected, and the request is repeated', async () => {
    await store.entered();
    test.server.good.clear();
    const before = test.server.count(token);
    const answers = await Promise.all([store.transport('GET /api/x', {}), store.transport('GET /api/x', {})]);
    expect(answers.map(({ data }) => data)).toEqual([{ ok: true }, { ok: true }]);
    expect(test.server.count(token)).toBe(before + 1);
  });

  it('that is rejected although it is new signs out', async () => {
    await store.entered();
    vi.spyOn(test.server.good, 'has').mockReturnValue(false);
    await expect(store.transport('GET /api/x', {})).rejects.toMatchObject({
      status: 401,
      message: '401: Your session has ended.',
    });
    expect(store.current()).toEqual({ status: 'signed-out' });
    expect([test.left, test.endedElsewhere]).toEqual([1, 1]);
  });
});

describe('an unreachable server', () => {
  it('signs out no user: the last one stays, and has a token again when it responds', async () => {
    await store.entered();
    const user = store.current();
    test.server.down = true;
    await reopen();
    expect(store.current()).toMatchObject(user);
    expect(await store.getToken()).toBeNull();
    test.server.down = false;
    expect(await store.getToken()).not.toBeNull();
  });

  it('leaves the session unknown on a device without a stored user, until it responds', async () => {
    await store.entered();
    localStorage.removeItem('bookswap:private:user');
    vi.useFakeTimers();
    store = test.open();
    test.server.down = true;
    store.begin();
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.current()).toEqual({ status: 'loading' });
    test.server.down = false;
    await vi.advanceTimersByTimeAsync(2000);
    expect(store.current()).toMatchObject({ status: 'signed-in' });
  });

  it('keeps a user signed in who signs out, and throws', async () => {
    await store.entered();
    test.server.down = true;
    await expect(store.signOut()).rejects.toThrow('fetch failed');
    expect(store.current().status).toBe('signed-in');
  });
});

describe('other tabs', () => {
  const tell = (newValue: string | null) =>
    store.followOtherTab({ key: 'bookswap:signed-in', oldValue: 'before', newValue } as StorageEvent);

  it('follow a sign-out', async () => {
    await store.entered();
    const other = store;
    await reopen();
    sessionStorage.setItem('bookswap:private:x', 'of this tab');
    await other.signOut();
    tell(null);
    expect(store.current()).toEqual({ status: 'signed-out' });
    expect(await store.getToken()).toBeNull();
    expect(Object.keys(sessionStorage)).toEqual([]);
    expect([test.left, test.endedElsewhere]).toEqual([2, 0]);
  });

  it('follow a sign-in, and a change of user', async () => {
    store.begin();
    const other = test.open();
    await other.entered();
    tell('1');
    await vi.waitFor(() => expect(store.current()).toMatchObject({ user: { id: 'user-of-s1' } }));
    test.server.session = { sub: 's2', name: 'Kim' };
    await other.entered();
    tell('2');
    await vi.waitFor(() => expect(store.current()).toMatchObject({ user: { id: 'user-of-s2' } }));
    // Once in each of the two tabs.
    expect(test.left).toBe(2);
  });
});

it('works in a browser that refuses access to its storage', async () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  store.begin();
  expect(store.current().status).toBe('signed-out');
  await store.entered();
  expect(await store.getToken()).not.toBeNull();
  await store.signOut();
  expect(await store.getToken()).toBeNull();
});

function refuse(): never {
  throw new Error('SecurityError');
}
