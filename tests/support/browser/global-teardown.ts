/** After the journeys and their server: the data directory goes. */
import { rm } from 'node:fs/promises';

export default async function removeData(): Promise<void> {
  if (process.env.JOURNEYS_DATA) await rm(process.env.JOURNEYS_DATA, { recursive: true, force: true });
}
