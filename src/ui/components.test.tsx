import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { avatarTone, initials } from './display/avatar.tsx';
import { ChatHeader } from './chat/chat-header.tsx';
import { UserUniversity } from './display/student-badge.tsx';
import { ComponentSamples } from './component-gallery/component-samples.tsx';
import { coverArt } from './cover/cover-art.ts';
import { provideCoverArt } from './cover/cover-drawing.tsx';
import { CORE_ICONS, SHEET_ICONS } from './icons/icon-names.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { formatCount } from '#platform/shared/texts/numbers.ts';

provideCoverArt(coverArt);

const icons = readFileSync(new URL('./assets/icons.svg', import.meta.url), 'utf8');

test('every component renders alike each time, and without a style attribute, which the policy refuses', () => {
  const markup = renderToString(<ComponentSamples />);
  expect(markup).not.toMatch(/\sstyle=/);
  expect(renderToString(<ComponentSamples />)).toBe(markup);
});

test('every icon has a symbol, and every symbol a name', () => {
  const symbols = [...icons.matchAll(/<symbol id="i-([^"]+)"/g)].map((found) => found[1]);
  const names = [...CORE_ICONS, ...SHEET_ICONS];
  expect(new Set<string | undefined>(names)).toEqual(new Set(symbols));
  expect(names).toHaveLength(symbols.length);
});

test('prices are parsed as users write them', () => {
  const prices = [0, 5, 850, 6800, 123_456_789].map((amount) => formatMoney(amount));
  expect(prices.join(' ')).toBe('$0.00 $0.05 $8.50 $68.00 $1,234,567.89');
  fc.assert(
    fc.property(fc.nat(), (cents) => {
      expect(Math.round(Number(formatMoney(cents).replace(/[$,]/g, '')) * 100)).toBe(cents);
      expect(Number(formatCount(cents).replaceAll(',', ''))).toBe(cents);
    }),
  );
});

test('every name has initials and a color', () => {
  const names = ['Maya Ross', 'Lucía Fernández de la Vega', 'Plato', '', ' 李 小龙 ', 'ليلى العتيبي'];
  expect(names.map(initials)).toEqual(['MR', 'LF', 'P', '', '李小', 'ل']);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(avatarTone(name)).toBe(avatarTone(name));
      expect([1, 2, 3, 4]).toContain(avatarTone(name));
      expect([...initials(name)].length).toBeLessThanOrEqual(6);
    }),
  );
});

test('the header of a conversation says that the student email is verified, as text', () => {
  const other = { id: '1', name: 'Maya Lindgren', href: '/user/1', studentUniversity: 'Westbrook College' };
  const markup = renderToString(<ChatHeader backHref="/messages" other={other} />);
  expect(markup).toContain('<span>Student email verified</span>');
  expect(markup).toContain('<bdi class="visuallyHidden">Westbrook College</bdi>');
});

describe('the university of a user', () => {
  const render = (studentUniversity: string | null, university: string | null) =>
    renderToString(<UserUniversity user={{ studentUniversity, university }} none="None" />).split(
      /(?<=<\/span>)(?=<span (?:dir="auto" )?class="(?:row|small))/,
    );

  test('is the verified one in the badge, and apart from it what the user has written', () => {
    const written = '<span dir="auto" class="small soft truncate block">MIT</span>';
    const badge = expect.stringMatching(
      /^(?!.*MIT).*Westbrook College.*verified|verified.*Westbrook College/,
    );
    expect(render('Westbrook College', 'MIT')).toEqual([badge, written]);
  });

  test('has no badge without a verified one, and is not repeated', () => {
    expect(render(null, 'MIT').join()).toBe('<span dir="auto" class="small soft truncate block">MIT</span>');
    expect(render('MIT', 'MIT')).toHaveLength(1);
    expect(render(null, null).join()).toContain('None');
  });
});
