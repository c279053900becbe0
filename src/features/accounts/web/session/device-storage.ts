import type { CurrentUser } from '#features/accounts/contract.ts';
import { PRIVATE_STORAGE_PREFIX } from '#platform/shared/private-storage.ts';

const hintKey = 'bookswap:signed-in';

const userKey = `${PRIVATE_STORAGE_PREFIX}user`;
/** In each storage: whom its private things belong to, as their tokens name them. */
const personKey = `${PRIVATE_STORAGE_PREFIX}person`;

/** A browser may refuse its storage altogether; then nothing is kept, and nothing breaks. */
function tryStorage<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** Says that there may be a session, no more. Its value is new with every sign-in, so that other tabs notice each. */
export const signedInHint = {
  read: (): string | null => tryStorage(() => localStorage.getItem(hintKey), null),
  write: (): void =>
    tryStorage(() => localStorage.setItem(hintKey, String(Math.random()).slice(2)), undefined),
  clear: (): void => tryStorage(() => localStorage.removeItem(hintKey), undefined),
  /** A key of `null`: everything was cleared. */
  isChangedBy: ({ key, oldValue, newValue }: StorageEvent): boolean =>
    key === null || (key === hintKey && oldValue !== newValue),
};

/** Who was here last, for as long as nobody can be asked: it opens what is kept on the device, and nothing else. */
export const lastUserStore = {
  read: (): CurrentUser | null =>
    tryStorage(() => JSON.parse(localStorage.getItem(userKey) ?? 'null') as CurrentUser | null, null),
  write: (user: CurrentUser): void =>
    tryStorage(() => localStorage.setItem(userKey, JSON.stringify(user)), undefined),
};

/** Whose the private things of this device are. */
export const storageOwnerId = (): string | null => tryStorage(() => localStorage.getItem(personKey), null);

/** Here is `user` now: of another one nothing stays. What a visitor has left is nobody's, and becomes theirs. */
export async function claimStorageFor(user: string): Promise<void> {
  let wasAnother = false;
  eachStorage((storage) => {
    const before = storage.getItem(personKey);
    if (before !== null && before !== user) {
      wasAnother = true;
      clear(storage);
    }
    storage.setItem(personKey, user);
  });
  if (wasAnother) await clearCachedResponses();
}

export function clearPrivateStorage(): Promise<void> {
  eachStorage(clear);
  return clearCachedResponses();
}

/** A tab may have slept while another one became somebody else's: each storage says whose it is. */
function eachStorage(work: (storage: Storage) => void): void {
  for (const open of [() => localStorage, () => sessionStorage]) tryStorage(() => work(open()), undefined);
}

function clear(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(PRIVATE_STORAGE_PREFIX)) storage.removeItem(key);
}

/** What the worker keeps for one person. It ends itself what wakes this device for them, but may be told too late for the rest. */
async function clearCachedResponses(): Promise<void> {
  try {
    (await navigator.serviceWorker.getRegistration())?.active?.postMessage({ type: 'forget' });
    for (const name of await caches.keys())
      if (name.startsWith(PRIVATE_STORAGE_PREFIX)) await caches.delete(name);
  } catch {
    // A browser without workers has kept nothing.
  }
}
