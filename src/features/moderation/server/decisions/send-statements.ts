import { languageOfUser, localeOfUser } from '#features/accounts/language-of-user.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { DELETED_ACCOUNT } from '#platform/server/mail/mailer.ts';
import type { ObjectState } from '../../rules.ts';
import { toAppealEnd } from '../../rules.ts';
import { createAppealToken } from '../appeals/appeal-link.ts';
import type { Person } from '../measures/lock-case.ts';
import type { MeasureRow } from '../measures/record-measure.ts';
import type { appeals } from '../table.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { type EmailContent, writeAnswer, writeDecision, writeLift } from './statement-emails.ts';

type Context = Pick<ModerationContext, 'mailer' | 'publicUrl' | 'localeOf' | 'secrets'>;
type Statement = { measure: MeasureRow; person: Person };

/** The path of a decision in Account Settings. */
const decisionPath = (id: string) => `/account-settings/decisions/${id}`;

/** Sends the statement of a measure to a user who stays. */
export async function sendDecision(
  context: Context,
  tx: Transaction,
  { measure, person }: Statement,
): Promise<void> {
  const appealUrl = `${context.publicUrl}${decisionPath(measure.id)}`;
  await send(context, tx, person, (writing) => writeDecision(writing, measure, appealUrl));
}

/** Sends the statement of a deletion to the email of before, with a link that appeals without an account. */
export async function sendDeletion(
  context: Context,
  tx: Transaction,
  { measure, person }: Statement,
): Promise<void> {
  const { mailer, publicUrl, localeOf, secrets } = context;
  if (!person.emailVerified) return;
  const { email } = person;
  const language = languageOfUser(person, localeOf());
  const expiresAt = toAppealEnd(measure.createdAt).getTime();
  const token = createAppealToken(secrets, { measureId: measure.id, email, language, expiresAt });
  const writing = { locale: localeOf(language), publicUrl };
  const content = writeDecision(writing, measure, `${publicUrl}/appeal?token=${token}`);
  await mailer.send(tx, { to: email, aboutUserId: DELETED_ACCOUNT, ...content });
}

/** Tells that a measure is lifted. */
export async function sendLift(
  context: Context,
  tx: Transaction,
  { measure, person, objectState }: Statement & { objectState: ObjectState | null },
): Promise<void> {
  await send(context, tx, person, (writing) => writeLift(writing, { ...measure, objectState }));
}

type LinkedAppeal = Pick<typeof appeals.$inferSelect, 'answerEmail' | 'answerLanguage'>;
type Answer = Parameters<typeof writeAnswer>[2];

/** Sends the answer to an appeal. */
export async function sendAnswer(
  context: Context,
  tx: Transaction,
  { measure, person, answer }: Statement & { answer: Answer },
): Promise<void> {
  await send(context, tx, person, (writing) => writeAnswer(writing, measure, answer));
}

/** The same for a deleted person: to the email of the link, in its language. */
export async function sendAnswerByLink(
  { mailer, publicUrl, localeOf }: Context,
  tx: Transaction,
  { measure, to, answer }: { measure: MeasureRow; to: LinkedAppeal; answer: Answer },
): Promise<void> {
  if (to.answerEmail === null) return;
  const writing = { locale: localeOf(to.answerLanguage ?? undefined), publicUrl };
  await mailer.send(tx, { to: to.answerEmail, ...writeAnswer(writing, measure, answer) });
}

/** Only a verified address gets email: a user can sign up with the address of another. */
async function send(
  { mailer, publicUrl, localeOf }: Context,
  tx: Transaction,
  person: Person,
  write: (writing: Parameters<typeof writeLift>[0]) => EmailContent,
): Promise<void> {
  if (!person.emailVerified) return;
  const content = write({ locale: localeOfUser(person, localeOf), publicUrl });
  await mailer.send(tx, { to: person.email, aboutUserId: person.id, ...content });
}
