import type { CurrentUser } from '../../contract.ts';
import { SESSION_HINT_KEY } from '../../rules.ts';
import { PRIVATE_STORAGE_PREFIX } from '#platform/shared/private-storage.ts';
import { openDraft } from '#platform/web/forms/open-draft.ts';

const storedUser = openDraft('user');
/** The user who owns a storage's private entries, by the `sub` of their token. */
const storageOwner = openDraft('person');

/** A browser may refuse access to its storage. Then nothing is stored, and nothing fails. */
function tryStorage<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** Marks that a session may exist. Its value changes with every sign-in, so that other tabs notice each. */
export const signedInHint = {
  read: (): string | null => tryStorage(() => localStorage.getItem(SESSION_HINT_KEY), null),
  write: (): void =>
    tryStorage(() => localStorage.setItem(SESSION_HINT_KEY, String(Math.random()).slice(2)), undefined),
  clear: (): void => tryStorage(() => localStorage.removeItem(SESSION_HINT_KEY), undefined),
  /** A null `key` means that the storage was cleared. */
  isChangedBy: ({ key, oldValue, newValue }: StorageEvent): boolean =>
    key === null || (key === SESSION_HINT_KEY && oldValue !== newValue),
};

/** The last known user, while the server is unreachable. It gives access only to data cached on the device. */
export const lastUserStore = {
  read: (): CurrentUser | null => {
    const stored = storedUser.read() as CurrentUser | undefined;
    // The version before stored no roles.
    return stored === undefined
      ? null
      : { ...stored, roles: stored.roles ?? [], needsPasskey: stored.needsPasskey ?? false };
  },
  write: (user: CurrentUser) => storedUser.save(user),
};

export const storageOwnerId = storageOwner.readText;

/** Makes `user` the owner of the private data and deletes that of another user; a visitor's becomes theirs. */
export async function claimStorageFor(user: string): Promise<void> {
  let wasAnother = false;
  eachStorage((storage) => {
    const before = storage.getItem(storageOwner.key);
    if (before !== null && before !== user) {
      wasAnother = true;
      clear(storage);
    }
    storage.setItem(storageOwner.key, user);
  });
  if (wasAnother) await clearCachedResponses();
}

export function clearPrivateStorage(): Promise<void> {
  eachStorage(clear);
  return clearCachedResponses();
}

/** Each storage names its owner: a tab may have slept while another user signed in elsewhere. */
function eachStorage(work: (storage: Storage) => void): void {
  for (const open of [() => localStorage, () => sessionStorage]) tryStorage(() => work(open()), undefined);
}

function clear(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(PRIVATE_STORAGE_PREFIX)) storage.removeItem(key);
}

/** Deletes the service worker's private responses. The message also ends the push subscription, but may be late. */
async function clearCachedResponses(): Promise<void> {
  try {
    (await navigator.serviceWorker.getRegistration())?.active?.postMessage({ type: 'forget' });
    for (const name of await caches.keys())
      if (name.startsWith(PRIVATE_STORAGE_PREFIX)) await caches.delete(name);
  } catch {
    // A browser without service workers has cached nothing.
  }
}
