import { z } from 'zod';
import { seal, unseal } from '#platform/server/secrets/seal.ts';
import type { Secrets } from '#platform/server/secrets/secrets.ts';
import { LANGUAGES } from '#platform/shared/texts/languages.ts';

/** The link in the statement of a deleted account: it appeals without one. */
const link = z.strictObject({
  measureId: z.uuid(),
  /** Where the answer goes, and in which language. */
  email: z.string(),
  language: z.enum(LANGUAGES),
  expiresAt: z.int().describe('Milliseconds'),
});
export type AppealLink = z.infer<typeof link>;

const PURPOSE = 'appeals of deleted accounts';

/** Sealed: it holds the email, which nothing else keeps. */
export const createAppealToken = (secrets: Pick<Secrets, 'derive'>, content: AppealLink): string =>
  seal(secrets.derive(PURPOSE), JSON.stringify(content));

/** Null for what this installation has not sealed. */
export function readAppealToken(secrets: Pick<Secrets, 'derive'>, token: string): AppealLink | null {
  const text = unseal(secrets.derive(PURPOSE), token);
  return text === null ? null : link.parse(JSON.parse(text));
}
