import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { localeOfTests } from '#tests/support/test-market.ts';
import { renderIn } from '#platform/shared/texts/locale.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Composer } from '#ui/chat/composer.tsx';
import { toPseudo, toPseudoLocale } from './pseudo.ts';

test('a pseudo-text is marked, longer and in brackets, with its arguments', () => {
  expect(toPseudo('Clear all')).toBe('[Ćłéář áłł····]');
  expect(toPseudo('{count, plural, one {# book} other {# books}}')).toMatch(
    /^\[\{count, ?plural, ?one ?\{# ƀóóķ\} other ?\{# ƀóóķš\}\}·+\]$/,
  );
});

test('everything that a component says is in brackets', () => {
  const pseudo = toPseudoLocale(localeOfTests());
  const markup = renderIn(pseudo, () =>
    renderToString(createElement(Composer, { to: 'Maya', value: '', onChange() {}, onSend() {} })),
  );
  const said = [...markup.matchAll(/(?:aria-label|placeholder)="([^"]*)"/g)].map(([, text]) => text!);
  expect(said.length).toBeGreaterThan(2);
  expect(said.filter((text) => !/^\[.*\]$/.test(text))).toEqual([]);
  expect(renderIn(pseudo, () => t('ui.nav.unread', { count: 2 }))).toMatch(/^\[2 ñéŵ ɱéššáǧéš[· ]+\]$/);
});
