import type { OwnUser } from '../contract.ts';

const hintKey = 'bookswap:signed-in';

/** Drafts, offline messages and whatever else belongs to one person alone stands under this prefix. */
const privatePrefix = 'bookswap:private:';
const userKey = `${privatePrefix}user`;

/** A browser may refuse its storage altogether; then nothing is kept, and nothing breaks. */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** Says that there may be a session, no more. Its value is new with every sign-in, so that other tabs notice each. */
export const signedInHint = {
  read: (): string | null => attempt(() => localStorage.getItem(hintKey), null),
  write: (): void => attempt(() => localStorage.setItem(hintKey, String(Math.random()).slice(2)), undefined),
  clear: (): void => attempt(() => localStorage.removeItem(hintKey), undefined),
  /** A key of `null`: everything was cleared. */
  isChangedBy: ({ key, oldValue, newValue }: StorageEvent): boolean =>
    key === null || (key === hintKey && oldValue !== newValue),
};

/** Who was here last, for as long as nobody can be asked: it opens what is kept on the device, and nothing else. */
export const keptUser = {
  read: (): OwnUser | null =>
    attempt(() => JSON.parse(localStorage.getItem(userKey) ?? 'null') as OwnUser | null, null),
  write: (user: OwnUser): void =>
    attempt(() => localStorage.setItem(userKey, JSON.stringify(user)), undefined),
};

export function forgetPrivateThings(): void {
  // What it keeps for one person, and what wakes this device for them.
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ type: 'forget' }));

  for (const open of [() => localStorage, () => sessionStorage]) {
    attempt(() => {
      const storage = open();
      for (const key of Object.keys(storage)) if (key.startsWith(privatePrefix)) storage.removeItem(key);
    }, undefined);
  }
}
