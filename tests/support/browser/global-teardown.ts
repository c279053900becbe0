/** Deletes the data directory after the journeys and their server have ended. */
import { rm } from 'node:fs/promises';

export default async function removeData(): Promise<void> {
  if (process.env.JOURNEYS_DATA) await rm(process.env.JOURNEYS_DATA, { recursive: true, force: true });
}
