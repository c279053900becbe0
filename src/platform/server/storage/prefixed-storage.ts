import type { ObjectStorage } from './object-storage.ts';

/** The part of a storage whose keys begin with `prefix/`. */
export function prefixedStorage(storage: ObjectStorage, prefix: string): ObjectStorage {
  const within = (key: string) => `${prefix}/${key}`;
  return {
    put: (key, content, contentType) => storage.put(within(key), content, contentType),
    get: (key) => storage.get(within(key)),
    size: (key) => storage.size(within(key)),
    remove: (keys) => storage.remove(keys.map(within)),
    publicUrl: (key) => storage.publicUrl(within(key)),
    close: () => storage.close(),
  };
}
