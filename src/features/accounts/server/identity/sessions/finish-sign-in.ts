import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { IdentityContext } from '../identity-context.ts';
import type { KnownDevices } from '../rate-limits/known-devices.ts';
import { recognizeDevice, type SignedInUser } from '../rate-limits/recognize-device.ts';
import { revokeExcessSessions } from './revoke-excess-sessions.ts';

type Context = IdentityContext & Pick<ServerContext, 'log'> & { devices: KnownDevices };

/**
 * What follows every sign-in, with any credential. Returns the cookie of the known device, to be set.
 * `isSignUp`: the browser is that of the sign-up, about which no email is sent.
 */
export async function finishSignIn(
  context: Context,
  request: FastifyRequest,
  user: SignedInUser,
  isSignUp = false,
): Promise<string> {
  request.signedInEmail = user.email;
  await revokeExcessSessions(context, user.email);
  if (isSignUp) return context.devices.remember(request.headers.cookie, user.email);
  return recognizeDevice(context, request, user);
}
