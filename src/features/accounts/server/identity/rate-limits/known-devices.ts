import { DAY_SECONDS } from '#platform/shared/durations.ts';
import { randomBytes } from 'node:crypto';
import type { ServerContext } from '#platform/server/server-context.ts';
import { findPasswordTime } from '../passwords/password-hashes.ts';
import { cookiePrefix } from '../sessions/session-cookies.ts';

const KNOWN_DEVICE_TTL_SECONDS = 180 * DAY_SECONDS;

/** Many users sign in on a computer in a library; the cookie must stay small. */
const MAX_KNOWN_ACCOUNTS = 8;

/** `id.until.signature`, with `until` in seconds in base 36. The email is in the signature alone. */
const DEVICE_TOKEN = /^([\w-]{16})\.([0-9a-z]{1,9})\.([\w-]{43})$/;

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/**
 * A browser stores a signed mark for each account that has signed in with it or whose emailed link it has opened.
 * It grants no access: it tells a returning user from a stranger who guesses. It survives sign-out, but not a new
 * password.
 */
export function createKnownDevices({
  database,
  secrets,
  clock,
  publicUrl,
}: Pick<ServerContext, 'database' | 'secrets' | 'clock' | 'publicUrl'>) {
  const secure = publicUrl.startsWith('https:');
  const name = `${cookiePrefix(publicUrl)}.known_device`;
  // A `__Host-` cookie is for all paths.
  const path = secure ? '/' : '/api/auth';
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  const signed = (email: string, id: string, until: string) => `${email} ${id} ${until}`;

  /** The unexpired marks, newest first. Only the signature tells which account one belongs to. */
  function marksIn(cookies: string | undefined): RegExpExecArray[] {
    const pair = cookies?.split('; ').find((one) => one.startsWith(`${name}=`));
    const marks = (pair?.slice(name.length + 1) ?? '')
      .split('~', MAX_KNOWN_ACCOUNTS)
      .map((mark) => DEVICE_TOKEN.exec(mark));
    return marks.filter((mark) => mark !== null).filter((mark) => parseInt(mark[2]!, 36) > seconds());
  }

  const isOf =
    (email: string) =>
    ([, id, until, signature]: RegExpExecArray) =>
      secrets.verify('known-device', signed(email, id!, until!), signature!);

  return {
    /** The id of the browser in a `Cookie` header, if it is known to this account. Costs a query only with a mark. */
    async find(cookies: string | undefined, email: string): Promise<string | undefined> {
      const mark = marksIn(cookies).find(isOf(email));
      if (mark === undefined) return undefined;
      const madeAt = parseInt(mark[2]!, 36) - KNOWN_DEVICE_TTL_SECONDS;
      const passwordSetAt = await findPasswordTime(database.orm, email);
      if (passwordSetAt !== null && madeAt < Math.floor(passwordSetAt.getTime() / 1000)) return undefined;
      return mark[1];
    },

    /** The cookie to set after this account has signed in, or after its owner has opened an emailed link. */
    remember(cookies: string | undefined, email: string): string {
      const marks = marksIn(cookies);
      const own = isOf(email);
      const id = marks.find(own)?.[1] ?? randomBytes(12).toString('base64url');
      const until = (seconds() + KNOWN_DEVICE_TTL_SECONDS).toString(36);
      const mark = `${id}.${until}.${secrets.sign('known-device', signed(email, id, until))}`;
      const others = marks.filter((other) => !own(other)).map(([text]) => text);
      const value = [mark, ...others].slice(0, MAX_KNOWN_ACCOUNTS).join('~');
      return `${name}=${value}; Max-Age=${KNOWN_DEVICE_TTL_SECONDS}; Path=${path}; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`;
    },
  };
}
