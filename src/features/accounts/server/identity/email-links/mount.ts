import type { ServerContext } from '#platform/server/server-context.ts';
import { emailLinkEndpoints } from '../../../contract.ts';
import {
  openStudentLink,
  sendStudentLink,
  type StudentLinkContext,
} from '../../universities/student-link.ts';
import { isOwnIdentity } from '../get-own-identity.ts';
import type { KnownDevices } from '../rate-limits/known-devices.ts';
import { resendVerificationEmail, verifyEmail } from './verify-email.ts';

type Context = StudentLinkContext & Pick<ServerContext, 'endpoints'> & { devices: KnownDevices };

const done = { done: true } as const;

/** A link verifies the email of an embedded user, and confirms the student email of all others. */
export function mountEmailLinks({ endpoints, devices, ...context }: Context): void {
  const { orm } = context.database;
  endpoints.mount(emailLinkEndpoints, {
    'POST /api/auth/send-verification-email': async ({ actor }) => {
      const send = (await isOwnIdentity(orm, actor.id)) ? resendVerificationEmail : sendStudentLink;
      await send(context, actor.id);
      return done;
    },
    'POST /api/auth/verify-email': async ({ actor, body, cookies }) => {
      if (await isOwnIdentity(orm, actor.id)) {
        const { email } = await verifyEmail(context, actor.id, body.token);
        cookies.set(devices.remember(cookies.sent, email));
      } else await openStudentLink(context, actor.id, body.token);
      return done;
    },
  });
}
