import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { localeOfTests } from '#tests/support/test-market.ts';
import { type Locale, renderIn } from './locale.ts';
import { rich } from './rich.ts';
import { t, textsIn, textToken } from './t.ts';
import { word } from './word.ts';

const english = localeOfTests();

test('a text has its arguments, with plurals and numbers of the language', () => {
  expect(t('ui.action.close')).toBe('Close');
  expect(t('ui.nav.unread', { count: 1 })).toBe('1 new message');
  expect(t('ui.nav.unread', { count: 1200 })).toBe('1,200 new messages');
  expect(t('ui.photos.moved', { position: 1, count: 3, isCover: true })).toBe(
    'Photo moved to position 1 of 3, now the cover',
  );
});

test('a name from right to left is isolated in a sentence from left to right', () => {
  expect(t('trades.reservation.for-other', { name: 'ليلى', price: '$5.00' })).toBe(
    'Reserved for \u2068ليلى\u2069, $5.00',
  );
  expect(t('trades.reservation.for-other', { name: 'Maya', price: '$5.00' })).toBe(
    'Reserved for Maya, $5.00',
  );
});

test('renders in a language, and is in the one before again afterwards', () => {
  const german: Locale = { ...english, language: 'de', messages: { 'ui.action.close': 'Schließen' } };
  expect(renderIn(german, () => t('ui.action.close'))).toBe('Schließen');
  expect(t('ui.action.close')).toBe('Close');
  expect(textsIn(german)('ui.action.close')).toBe('Schließen');
});

test('a token is worded later, also after it was stored', () => {
  const stored = JSON.parse(JSON.stringify(textToken('ui.nav.unread', { count: 2 }))) as ReturnType<
    typeof textToken
  >;
  expect(word(stored)).toBe('2 new messages');
  expect(word(textToken('ui.action.close'), english)).toBe('Close');
});

test('tags become elements, which need no keys', () => {
  const messages = {
    'ui.price.was': [['hidden', 'was ', ['hidden', 'still']], ' ', ['price'], ['hidden', '']],
  };
  const markup = renderIn({ ...english, messages } as unknown as Locale, () =>
    renderToString(<p>{rich('ui.price.was', { hidden: (text) => <b>{text}</b>, price: '$5.00' })}</p>),
  );
  expect(markup).toBe('<p><b>was <b>still</b></b> $5.00<b></b></p>');
});
