import { PUSH_KEYS_NAME } from '#features/notifications/server/vapid-keys.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findRootSecret, type SecretLocation } from '#platform/server/secrets/root-secret.ts';
import { openExistingSecrets } from '#platform/server/secrets/secrets.ts';

/** The secrets of the product and their root; null if the root that is found here is not the one of the product. */
export async function findProductSecrets(database: Database, location: SecretLocation) {
  const root = await findRootSecret(database, location);
  const secrets = await openExistingSecrets(database, root, PUSH_KEYS_NAME);
  return root === undefined || secrets === null ? null : { root, secrets };
}
