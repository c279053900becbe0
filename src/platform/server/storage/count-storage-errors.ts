import type { Metrics } from '../metrics/metrics.ts';
import type { ObjectStorage } from './object-storage.ts';

const operations = ['put', 'get', 'size', 'remove'] as const;

/** The same storage, whose errors `/metrics` counts. */
export function countStorageErrors(storage: ObjectStorage, metrics: Metrics): ObjectStorage {
  const counts = new Map<string, number>(operations.map((operation) => [operation, 0]));
  metrics.counter(
    {
      name: 'bookswap_storage_errors_total',
      help: 'Operations on the files of photos that failed.',
      label: 'operation',
    },
    () => counts,
  );
  const counted = <T>(operation: (typeof operations)[number], result: Promise<T>): Promise<T> =>
    result.catch((error: unknown) => {
      counts.set(operation, counts.get(operation)! + 1);
      throw error;
    });
  return {
    put: (...args) => counted('put', storage.put(...args)),
    get: (key) => counted('get', storage.get(key)),
    size: (key) => counted('size', storage.size(key)),
    remove: (keys) => counted('remove', storage.remove(keys)),
    publicUrl: (key) => storage.publicUrl(key),
    close: () => storage.close(),
  };
}
