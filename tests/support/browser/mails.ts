/** The emails of the product, which it writes to a folder instead of sending them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { E2eUser } from './users.ts';

/** The first email to an address that contains a text, as soon as it is there. `dataDir`: of the product. */
export async function waitForMail(
  email: string,
  text: string,
  dataDir = process.env.E2E_DATA_DIR!,
): Promise<string> {
  const outbox = join(dataDir, 'mail-outbox');
  let found: string | undefined;
  const find = async () => {
    const files = await readdir(outbox).catch(() => []);
    const mails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')));
    found = mails.find((mail) => mail.startsWith(`To: ${email}\n`) && mail.includes(text));
    return found !== undefined;
  };
  await expect.poll(find).toBe(true);
  return found!;
}

/** The path of the link to a page in an email to this address. */
export async function mailedLink(email: string, page: string, dataDir?: string): Promise<string> {
  return new RegExp(`/${page}\\?token=\\S+`).exec(await waitForMail(email, `/${page}?`, dataDir))![0];
}

/** Opens the mailed link. */
export async function verifyEmail(user: E2eUser, dataDir?: string): Promise<void> {
  const token = (await mailedLink(user.email, 'verify-email', dataDir)).split('=')[1]!;
  await user.call('POST', '/api/auth/verify-email', { token });
}
