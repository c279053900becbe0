import { formatMoney } from '#platform/shared/money.ts';
import { formatTime, marketTimeOf } from '#platform/shared/texts/dates.ts';
import { formatList } from '#platform/shared/texts/lists.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { type PlainTextId, textId, textsIn, type TextToken, textToken } from '#platform/shared/texts/t.ts';
import { word } from '#platform/shared/texts/word.ts';
import type { ChangedPart, EventKind } from './message-events.ts';
import type { MeetingAction } from './message-types.ts';

type EventFacts = {
  kind: EventKind;
  actorId: string | null;
  acceptedPrice?: number | undefined;
  changes?: readonly ChangedPart[] | undefined;
};

/** What a message tells that no user has written: the product words it for each reader. */
export type LineFacts = {
  event: EventFacts | null;
  offer: { amount: number } | null;
  meeting: { action: MeetingAction; place: string; startsAt: string; timeZone: string } | null;
};

const parts: Record<ChangedPart, PlainTextId> = {
  title: textId('conversations.line.part-title'),
  price: textId('conversations.line.part-price'),
  condition: textId('conversations.line.part-condition'),
  photos: textId('conversations.line.part-photos'),
  description: textId('conversations.line.part-description'),
};

/** 'price, photos' */
const listParts = (changes: readonly ChangedPart[], locale: Locale): string =>
  formatList(
    changes.map((part) => textsIn(locale)(parts[part])),
    locale.language,
  );

type EventToToken = (event: EventFacts, locale: Locale) => TextToken;

const eventTexts: Record<EventKind, TextToken | EventToToken> = {
  reserved: ({ acceptedPrice }, locale) =>
    acceptedPrice === undefined
      ? textToken('conversations.line.reserved')
      : textToken('conversations.line.accepted-offer', { price: formatMoney(acceptedPrice, locale) }),
  'reservation-canceled': textToken('conversations.line.reservation-canceled'),
  'reservation-expired': textToken('conversations.line.reservation-expired'),
  'changed-since-offered': ({ changes = [] }, locale) =>
    textToken('conversations.line.changed-since-offered', { parts: listParts(changes, locale) }),
  'changed-since-reserved': ({ changes = [] }, locale) =>
    textToken('conversations.line.changed-since-reserved', { parts: listParts(changes, locale) }),
  'codes-paused': textToken('conversations.line.codes-paused'),
  'handed-over': textToken('conversations.line.handed-over'),
  'reviews-published': ({ actorId }) =>
    actorId === null
      ? textToken('conversations.line.your-review')
      : textToken('conversations.line.new-review'),
  'sold-to-buyer': textToken('conversations.line.sold-to-buyer'),
  received: textToken('conversations.line.received'),
  'not-received': textToken('conversations.line.not-received'),
  'available-again': textToken('conversations.line.available-again'),
  'meeting-in-an-hour': textToken('conversations.line.meeting-in-an-hour'),
  'meeting-soon': textToken('conversations.line.meeting-soon'),
  'did-you-meet': textToken('conversations.line.did-you-meet'),
  'said-missed': textToken('conversations.line.said-missed'),
  'said-both-missed': textToken('conversations.line.said-both-missed'),
};

/** Null for an event of a later version. */
function toEventToken(event: EventFacts, locale: Locale): TextToken | null {
  const text = (eventTexts as Partial<typeof eventTexts>)[event.kind] ?? null;
  return typeof text === 'function' ? text(event, locale) : text;
}

/**
 * What one participant did with a meeting has no place: its proposer may have written it, and no warning checks
 * such a line.
 */
function toMeetingToken(
  { action, place, startsAt, timeZone }: NonNullable<LineFacts['meeting']>,
  locale: Locale,
): TextToken {
  const where = { ...marketTimeOf(locale), timeZone };
  const day = formatTime('weekday', startsAt, where);
  const time = formatTime('clock', startsAt, where);
  if (action === 'proposed') return textToken('conversations.line.meeting-proposed', { day, time, place });
  if (action === 'changed') return textToken('conversations.line.meeting-changed', { day, time, place });
  return action === 'accepted'
    ? textToken('conversations.line.meeting-accepted', { day, time })
    : textToken('conversations.line.meeting-canceled', { day, time });
}

export const offerText = (amount: number, locale: Locale): string =>
  word(textToken('conversations.line.offer', { price: formatMoney(amount, locale) }), locale);

export const meetingText = (meeting: NonNullable<LineFacts['meeting']>, locale: Locale): string =>
  word(toMeetingToken(meeting, locale), locale);

/**
 * A line as both participants read it: in lists, pushes and the export, and for clients that know no events. Null
 * for a text of a user, and where the facts are not known.
 */
export function lineText({ event, offer, meeting }: LineFacts, locale: Locale): string | null {
  if (offer !== null) return offerText(offer.amount, locale);
  if (meeting !== null) return meetingText(meeting, locale);
  const token = event && toEventToken(event, locale);
  return token && word(token, locale);
}

type Shown = { content: string; line?: LineFacts | null | undefined };

/** The content of a message whose facts are beside it, in the language of its reader. */
export const contentOf = ({ content, line }: Shown, locale: Locale): string =>
  (line && lineText(line, locale)) ?? content;
