import type { Transport } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { ApiError } from '#platform/web/transport.ts';

export const isPasskeyRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'passkey-required';

/** Does the work; if the server wants the user's passkey first, asks for it and repeats the work. */
export async function withPasskey<T>(transport: Transport, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isPasskeyRequired(error)) throw error;
    const { confirmWithPasskey } = await import('./passkey-ceremonies.ts');
    await confirmWithPasskey(transport);
    return work();
  }
}

/** The browser has no passkey, or the user has canceled, or the server does not accept it. */
export const isPasskeyUnused = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.code === 'passkey-not-accepted'
    : error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Describes an error to the user. The browser does not tell a canceled use from a device without a passkey. */
export function describePasskeyError(error: unknown): string {
  if (error instanceof ApiError) return error.detail;
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return t('accounts.passkey-error.exists');
  if (name === 'NotAllowedError' || name === 'AbortError') return t('accounts.passkey-error.unused');
  return t('accounts.passkey-error.no-connection');
}
