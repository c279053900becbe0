/** Deletes the data directory after the journeys and their server have ended. */
import { rm } from 'node:fs/promises';

export default async function removeData(): Promise<void> {
  if (process.env.E2E_DATA_DIR) await rm(process.env.E2E_DATA_DIR, { recursive: true, force: true });
}
