import type { Outbox } from './outbox.ts';
import type { OutboxSender } from './outbox-sender.ts';
import { OUTBOX_KEY_PREFIX } from './outbox-storage.ts';

const FLUSH_INTERVAL_MS = 15_000;

/**
 * Flushes the outbox now, at intervals and when the network is back, and follows other tabs. Returns what
 * ends it.
 */
export function flushOutbox(outbox: Outbox, sender: OutboxSender): () => void {
  const flush = () => sender.flush();
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key.startsWith(OUTBOX_KEY_PREFIX)) outbox.reload();
  };
  const timer = setInterval(flush, FLUSH_INTERVAL_MS);
  addEventListener('online', flush);
  addEventListener('storage', onStorage);
  // Other tabs may have sent messages while the code loaded.
  outbox.reload();
  flush();
  return () => {
    clearInterval(timer);
    removeEventListener('online', flush);
    removeEventListener('storage', onStorage);
  };
}
