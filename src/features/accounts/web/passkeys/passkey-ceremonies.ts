import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { Transport } from '#platform/shared/define-endpoints.ts';

/** Fails with `ApiError`, or with the browser's error: 'NotAllowedError' if the user has canceled. */
async function sendPasskeyTo(transport: Transport, route: `/${string}`): Promise<void> {
  const { data } = await transport('POST /api/auth/passkey/options', { body: {} });
  const optionsJSON = data as PublicKeyCredentialRequestOptionsJSON;
  const response = await startAuthentication({ optionsJSON });
  await transport(`POST ${route}`, { body: { response } });
}

/** The cookie of the session is set afterwards. */
export const signInWithPasskey = (transport: Transport): Promise<void> =>
  sendPasskeyTo(transport, '/api/auth/sign-in/passkey');

/** Proves that the user of this session is present. */
export const confirmWithPasskey = (transport: Transport): Promise<void> =>
  sendPasskeyTo(transport, '/api/auth/passkey/confirm');

export async function addPasskey(
  transport: Transport,
  { name, password }: { name: string; password: string | undefined },
): Promise<void> {
  const { data } = await transport('POST /api/auth/passkey/register-options', { body: { password } });
  const optionsJSON = data as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON });
  await transport('POST /api/auth/passkey/register', { body: { response, name } });
}
