import { deriveSecrets } from '../secrets/secrets.ts';
import { BackupError } from './archive-format.ts';
import type { CheckSignature } from './archive-reader.ts';

const PURPOSE = 'backups';

export const signBackup = (root: string, sumsDigest: string): string =>
  deriveSecrets(root).sign(PURPOSE, sumsDigest);

/**
 * Accepts backups that this root secret has signed. `isUnsignedAccepted`: also those without a signature, and
 * any signature while the secret is unknown (null); a wrong one never.
 */
export function createSignatureCheck(root: string | null, isUnsignedAccepted: boolean): CheckSignature {
  return (sumsDigest, signature) => {
    if (root !== null && signature !== null) {
      if (deriveSecrets(root).verify(PURPOSE, sumsDigest, signature)) return true;
      throw new BackupError(
        'The signature of the backup does not match: the backup was changed, or made with another SECRET_KEY. Nothing was changed.',
      );
    }
    if (isUnsignedAccepted) return false;
    throw new BackupError(
      signature === null
        ? 'The backup is not signed, so BookSwap cannot tell whether it was changed. Add --unsigned to restore it anyway.'
        : 'The signature of the backup cannot be checked: set SECRET_KEY to the secret that BookSwap had, which can be the content of its secret.key. Add --unsigned to restore it unchecked.',
    );
  };
}
