import { PRIVATE_STORAGE_PREFIX } from '#platform/shared/private-storage.ts';

export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Reached only when used: a browser that forbids its storage throws at the name. */
const draftsIn = (storage: () => Storage): DraftStore => ({
  getItem: (key) => storage().getItem(key),
  setItem: (key, value) => storage().setItem(key, value),
  removeItem: (key) => storage().removeItem(key),
});
/** Outlives the tab. */
export const localDrafts = draftsIn(() => localStorage);
/** Ends with the tab. */
export const tabDrafts = draftsIn(() => sessionStorage);

/** Unsent content of a form on this device. Nothing throws: without storage drafts are lost and forms work. */
type Draft = {
  key: string;
  readText: () => string | null;
  /** Returns whether the device stores it. The empty text is removed. */
  saveText: (text: string) => boolean;
  /** Of unknown shape: another version may have stored it. Undefined if nothing readable is stored. */
  read: () => unknown;
  /** Stores a value as JSON. Returns whether the device stores it. */
  save: (value: object) => boolean;
  clear: () => void;
};

/** Removed at sign-out. A name is never changed: drafts of the version before would be lost. */
export function openDraft(name: string, store: DraftStore = localDrafts): Draft {
  const key = PRIVATE_STORAGE_PREFIX + name;
  const readText = () => tryStorage(() => store.getItem(key), null);
  const clear = () => tryStorage(() => store.removeItem(key), undefined);
  const write = (text: string) =>
    tryStorage(() => {
      store.setItem(key, text);
      return true;
    }, false);
  return {
    key,
    readText,
    saveText: (text) => {
      if (text !== '') return write(text);
      clear();
      return true;
    },
    read: () => tryStorage(() => JSON.parse(readText() ?? 'null') as unknown, null) ?? undefined,
    save: (value) => write(JSON.stringify(value)),
    clear,
  };
}

/** The draft `name` of the text in one field of a form; by default it ends with the tab. */
export function openTextDraft<Field extends string>(name: string, field: Field, store = tabDrafts) {
  const { readText, saveText, clear } = openDraft(name, store);
  return {
    read: () => ({ [field]: readText() ?? '' }) as Record<Field, string>,
    save: (values: Record<Field, string>) => void saveText(values[field]),
    clear,
  };
}

/** Storage throws where it is full or forbidden, and stored text may be no JSON. */
function tryStorage<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
