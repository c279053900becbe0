import { StorageUnavailableError } from '#platform/server/storage/object-storage.ts';
import { photoProblem } from '../contract.ts';

const RETRY_AFTER_SECONDS = 5;

/** Throws 'photo-storage-unavailable' when the store of the photos does not answer. */
export async function whileStorageAnswers<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof StorageUnavailableError)) throw cause;
    throw photoProblem('photo-storage-unavailable', { cause, retryAfter: RETRY_AFTER_SECONDS });
  }
}
