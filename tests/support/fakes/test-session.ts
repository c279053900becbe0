import { afterEach, beforeEach, vi } from 'vitest';
import { SessionStore } from '#features/accounts/web/session/session.ts';
import { createTokenProvider } from '#features/accounts/web/session/token-provider.ts';
import { createBrowserTransport } from '#platform/web/transport.ts';
import { FakeIdentityServer, fakeStorage } from './fake-identity-server.ts';

/** For each test: an identity server and a browser with empty storages. */
export function setUpTestSession() {
  const transport = createBrowserTransport();
  const provider = createTokenProvider({ kind: 'embedded', campus: null }, transport);
  const test = {
    server: new FakeIdentityServer(),
    provider,
    /** How often the data of a user was dropped, and how often without their action. */
    left: 0,
    endedElsewhere: 0,
    /** The session of a new document. */
    open: () =>
      new SessionStore(transport, provider, (endedElsewhere) => {
        test.left += 1;
        if (endedElsewhere) test.endedElsewhere += 1;
      }),
    /** Keys of the user's data in the storages, without those that name the user. */
    storedKeys: () =>
      [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
        (key) => !/:(user|person)$/.test(key),
      ),
  };
  beforeEach(() => {
    Object.assign(test, { server: new FakeIdentityServer(), left: 0, endedElsewhere: 0 });
    vi.stubGlobal('fetch', test.server.fetch);
    vi.stubGlobal('localStorage', fakeStorage());
    vi.stubGlobal('sessionStorage', fakeStorage());
    vi.stubGlobal('addEventListener', vi.fn());
    vi.stubGlobal('removeEventListener', vi.fn());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return test;
}
