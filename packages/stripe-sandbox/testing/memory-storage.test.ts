import { describeSandboxStorage } from './describe-sandbox-storage.ts';
import { MemoryStorage } from './memory-storage.ts';

describeSandboxStorage(async () => {
  const storage = new MemoryStorage();
  return { storage, enqueuedEvents: async () => storage.enqueuedEvents };
});
