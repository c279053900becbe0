import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import { formatTime, marketTimeOf } from '#platform/shared/texts/dates.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { textsIn, type Translate } from '#platform/shared/texts/t.ts';
import { word } from '#platform/shared/texts/word.ts';
import {
  answeredBy,
  answerMeaning,
  decisionMeaning,
  decisionTitles,
  describeSource,
  liftMeaning,
  reasonNames,
  reasonRules,
} from '../../decision-texts.ts';
import {
  type AppealOutcome,
  isOnListing,
  nameOfMeasure,
  type ObjectState,
  toAppealEnd,
} from '../../rules.ts';
import type { MeasureRow } from '../measures/record-measure.ts';

export type EmailContent = { subject: string; text: string };

type Writing = { locale: Locale; publicUrl: string };

/** The statement of reasons: the words of its page. `appealUrl`: where it is appealed. */
export function writeDecision(
  { locale, publicUrl }: Writing,
  measure: MeasureRow,
  appealUrl: string,
): EmailContent {
  const text = textsIn(locale);
  const { reason, note, bannedEmailHash } = measure;
  const meaning = text(decisionMeaning({ ...measure, isBanned: bannedEmailHash !== null }));
  return toContent({ locale, publicUrl }, subjectOf(text, measure), [
    toHeading(text, measure),
    [
      toTime(text, measure, locale),
      text('moderation.mail.meaning', { meaning }),
      text('moderation.mail.reason', { reason: text(reasonNames[reason]) }),
      text('moderation.mail.rule', { rule: text(reasonRules[reason]) }),
      text('moderation.mail.guidelines', { url: `${publicUrl}/help` }),
      ...(note === '' ? [] : [text('moderation.mail.note', { note: defuseLinks(note) })]),
      text('moderation.mail.led-to-it', { what: toSentences(locale, measure) }),
    ].join('\n'),
    `${text('moderation.mail.appeal', { until: toDay(toAppealEnd(measure.createdAt), locale) })}\n${appealUrl}`,
  ]);
}

/** That a measure is lifted. */
export function writeLift(
  writing: Writing,
  measure: MeasureRow & { objectState: ObjectState | null },
): EmailContent {
  const text = textsIn(writing.locale);
  const { createdAt, liftNote } = measure;
  return toContent(writing, text('moderation.mail.lifted.subject'), [
    `${text('moderation.mail.lifted.text', { date: toDay(createdAt, writing.locale) })}\n${toHeading(text, measure)}`,
    text(liftMeaning(measure)),
    ...(liftNote === '' ? [] : [text('moderation.mail.note', { note: defuseLinks(liftNote) })]),
  ]);
}

type Answer = {
  outcome: AppealOutcome;
  note: string;
  isSameMember: boolean;
  objectState: ObjectState | null;
};

/** The answer to an appeal. */
export function writeAnswer(
  writing: Writing,
  measure: MeasureRow,
  { outcome, note, isSameMember, objectState }: Answer,
): EmailContent {
  const text = textsIn(writing.locale);
  return toContent(writing, text('moderation.mail.answered.subject'), [
    `${text('moderation.mail.answered.text', { date: toDay(measure.createdAt, writing.locale) })}\n${toHeading(text, measure)}`,
    text(answerMeaning({ ...measure, objectState }, outcome)),
    ...(note === '' ? [] : [text('moderation.mail.note', { note: defuseLinks(note) })]),
    text(answeredBy(isSameMember)),
  ]);
}

/** No text of users in a subject. */
function subjectOf(text: Translate, { kind, reviewId }: MeasureRow): string {
  if (reviewId !== null) return text('moderation.mail.decided.subject-review');
  return isOnListing(kind)
    ? text('moderation.mail.decided.subject-listing')
    : text('moderation.mail.decided.subject-account');
}

function toHeading(text: Translate, measure: MeasureRow): string {
  const { title } = measure;
  const heading = text(decisionTitles[nameOfMeasure(measure)]);
  return title === null ? heading : `${heading}\n${defuseLinks(title)}`;
}

function toTime(text: Translate, { kind, createdAt, endsAt }: MeasureRow, locale: Locale): string {
  const since = toMoment(createdAt, locale);
  if (endsAt !== null) return text('moderation.mail.since-until', { since, until: toMoment(endsAt, locale) });
  return kind === 'hide'
    ? text('moderation.mail.since-until-lifted', { since })
    : text('moderation.mail.since', { since });
}

const toSentences = (locale: Locale, measure: MeasureRow): string =>
  describeSource(measure)
    .map((token) => word(token, locale))
    .join(' ');

const toDay = (at: Date, locale: Locale): string => formatTime('date', at, marketTimeOf(locale));

const toMoment = (at: Date, locale: Locale): string =>
  `${toDay(at, locale)}, ${formatTime('clockWithZone', at, marketTimeOf(locale))}`;

const toContent = (
  { locale, publicUrl }: Writing,
  subject: string,
  paragraphs: readonly string[],
): EmailContent => ({
  subject,
  text: [textsIn(locale)('platform.mail.greeting-nameless'), ...paragraphs, `BookSwap\n${publicUrl}`].join(
    '\n\n',
  ),
});
