import { toQueueGroups } from '#platform/server/http/ip-network.ts';
import { accountProblem } from '../../../contract.ts';
import type { AttemptCounter } from '../rate-limits/limit-attempts.ts';
import type { PasswordHasher } from './hash-passwords.ts';

type CurrentPassword = { email: string; password: string; hash: string; ip: string };

/** Compares the password. Throws 'invalid-current-password', 'too-many-requests' and 'sign-in-busy'. */
export async function checkCurrentPassword(
  { attempts, hasher }: { attempts: AttemptCounter; hasher: PasswordHasher },
  { email, password, hash, ip }: CurrentPassword,
): Promise<void> {
  const attempt = await attempts.begin(['currentPassword'], { email });
  const queueKey = { sequence: email, groups: toQueueGroups(ip) };
  const isRight = await hasher.verify(password, hash, queueKey).catch(async (error: unknown) => {
    // The queue was full: the password was not compared.
    await attempt.giveBack();
    throw error;
  });
  if (!isRight) throw accountProblem('invalid-current-password');
  await attempt.forgive();
}
