import { timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#platform/server/secrets/secrets.ts';
import { toHandoverCode } from '../../rules.ts';

/** The code of a reservation. It is stored nowhere. */
export const deriveHandoverCode = (secrets: Pick<Secrets, 'sign'>, reservationId: string): string =>
  toHandoverCode(Buffer.from(secrets.sign('handover code', reservationId), 'base64url'));

/** Compares codes in constant time. Both have six digits. */
export const isHandoverCode = (
  secrets: Pick<Secrets, 'sign'>,
  reservationId: string,
  code: string,
): boolean => timingSafeEqual(Buffer.from(deriveHandoverCode(secrets, reservationId)), Buffer.from(code));
