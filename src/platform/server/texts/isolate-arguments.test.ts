import { expect, test } from 'vitest';
import { isolateArguments } from './isolate-arguments.ts';

test.each([
  ['تم حذف {title}', 'تم حذف \u2068{title}\u2069'],
  ['<b>{name}</b>، {price}', '<b>\u2068{name}\u2069</b>، \u2068{price}\u2069'],
  [
    '{count,plural,one{كتاب من {name}} other{# كتب من {name}}}',
    '{count,plural,one{كتاب من \u2068{name}\u2069} other{# كتب من \u2068{name}\u2069}}',
  ],
  [
    '{state,select,sold{بيع {title}} other{{title}}}',
    '{state,select,sold{بيع \u2068{title}\u2069} other{\u2068{title}\u2069}}',
  ],
  ['{count,number} كتب', '{count,number} كتب'],
])('the arguments of %j are isolated, and numbers stay', (message, expected) => {
  expect(isolateArguments(message).replaceAll(/, (?=plural|select|number)/g, ',')).toBe(expected);
});
