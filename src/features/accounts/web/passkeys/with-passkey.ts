import type { Transport } from '#platform/shared/define-endpoints.ts';
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
