export type ProfileValues = { name: string; university: string };
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The prefix marks what vanishes from the device at sign-out. */
const key = 'bookswap:private:profile-edit';

/** Keeps what differs from what is stored, and only that: what is changed elsewhere meanwhile is not changed back. */
export function saveProfileDraft(store: Store, before: ProfileValues, values: ProfileValues): void {
  const changes = {
    ...(values.name !== before.name && { name: values.name }),
    ...(values.university !== before.university && { university: values.university }),
  };
  try {
    if (Object.keys(changes).length === 0) store.removeItem(key);
    else store.setItem(key, JSON.stringify(changes));
  } catch {
    // Private windows and full devices keep nothing; the form works all the same.
  }
}

export function readProfileDraft(store: Store): Partial<ProfileValues> {
  try {
    const kept = JSON.parse(store.getItem(key) ?? '{}') as Record<string, unknown>;
    return {
      ...(typeof kept['name'] === 'string' && { name: kept['name'] }),
      ...(typeof kept['university'] === 'string' && { university: kept['university'] }),
    };
  } catch {
    // Not written by this form.
    return {};
  }
}

/** The storage of this device, where there is one to be had. */
export const deviceStore: Store = {
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, value) => localStorage.setItem(name, value),
  removeItem: (name) => localStorage.removeItem(name),
};
