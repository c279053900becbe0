import { expect, it } from 'vitest';
import { localeOfTests } from '#tests/support/test-market.ts';
import { contentOf, type LineFacts, lineText } from './line-text.ts';
import { type EventKind, eventKinds } from './message-events.ts';

/** Every text that an event can hold is this one. */
const text = 'Pay first at evil.example';
const toLine = (kind: EventKind): LineFacts => ({
  event: { kind, actorId: text, acceptedPrice: 2_200, changes: ['price'] },
  offer: null,
  meeting: null,
});

it.each(eventKinds)('the line of %s is fixed: no text of a user is part of it', (kind) => {
  const line = lineText(toLine(kind), localeOfTests());
  expect(line).not.toBe('');
  expect(line).not.toContain('evil');
});

it.each(eventKinds)('the line of %s is another one in each language', (kind) => {
  const lines = (['en', 'es', 'de', 'ar'] as const).map((language) =>
    lineText(toLine(kind), localeOfTests(language)),
  );
  expect(new Set(lines).size).toBe(4);
});

it('what has changed is a list in the language of the reader', () => {
  // Each argument of Arabic is isolated.
  const changed = (language: 'en' | 'ar') =>
    lineText(
      { ...toLine('changed-since-offered'), event: { ...event, changes: ['price', 'photos'] } },
      localeOfTests(language),
    )?.replaceAll(/[\u2068\u2069]/g, '');
  const event = { kind: 'changed-since-offered', actorId: null } as const;
  expect(changed('en')).toBe('Changed since offered: price, photos');
  expect(changed('ar')).toBe('تغيّر منذ العرض: السعر، الصور');
});

it.each([
  ['proposed', 'Meeting: Sunday, November 22, 2:00 PM, Library entrance'],
  ['changed', 'Another meeting: Sunday, November 22, 2:00 PM, Library entrance'],
  ['accepted', 'Accepted the meeting: Sunday, November 22, 2:00 PM'],
  ['canceled', 'Canceled the meeting: Sunday, November 22, 2:00 PM'],
] as const)('a meeting that was %s has its time on the clocks of the campus', (action, line) => {
  const meeting = {
    action,
    place: 'Library entrance',
    startsAt: '2026-11-22T19:00:00Z',
    timeZone: 'America/New_York',
  };
  expect(lineText({ event: null, offer: null, meeting }, localeOfTests())).toBe(line);
});

it('an event of a later version keeps the text that was stored with it', () => {
  const line = toLine('later' as EventKind);
  expect(contentOf({ content: 'Something new', line }, localeOfTests('de'))).toBe('Something new');
});
