import { and, eq } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { type LanguagesOfUser, localeOfUser } from '../../language-of-user.ts';
import { EMBEDDED_ISSUER } from '../issuers.ts';
import { users } from '../table.ts';

/** The languages of the user of an identity; none before the first sign-in. */
export async function findLanguages(
  orm: Pick<Database['orm'], 'select'>,
  identityId: string | undefined,
): Promise<LanguagesOfUser> {
  const { language, seenLanguage } = users;
  const [user] = await orm
    .select({ language, seenLanguage })
    .from(users)
    .where(and(eq(users.issuer, EMBEDDED_ISSUER), eq(users.subject, identityId ?? '')));
  return user ?? { language: null, seenLanguage: null };
}

/**
 * The chosen language of an account; without one that of the page that asks for the mail. Of an unverified email no
 * `identityId` is given: the choice may be a stranger's.
 */
export async function findLocaleOfMail(
  { orm, localeOf }: { orm: Pick<Database['orm'], 'select'>; localeOf: (language?: Language) => Locale },
  identityId: string | undefined,
  asked: Language | null,
): Promise<Locale> {
  const { language } = await findLanguages(orm, identityId);
  return localeOfUser({ language, seenLanguage: asked }, localeOf);
}
