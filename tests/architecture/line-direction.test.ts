import { expect, test } from 'vitest';
import { listAll, product, read } from './source-tree.ts';

/** Declarations that stay physical, each with its reason. */
const PHYSICAL_STYLES: Record<string, RegExp> = {
  // A cover is a picture: its spine is at the left in every language.
  'src/ui/cover/cover.module.css': /^(padding: 9cqw|border-radius|background: linear-gradient\()/,
  // The toast follows the finger, whose distance is physical.
  'src/ui/overlays/toaster.module.css': /^transform: translateX\(var\(--radix-toast-swipe-/,
  // Every second shelf of a drawing is mirrored, so that no two look the same.
  'src/features/ads/web/interstitial.module.css': /^transform: scaleX\(-1\)/,
  // What points along the line is mirrored only from right to left.
  'src/ui/icons/icon.module.css': /^transform: scaleX\(-1\)/,
};

/** Code that measures the screen, each with its reason. */
const PHYSICAL_CODE: Record<string, string> = {
  'src/ui/line-direction.ts': 'the one place that knows the direction',
  'src/ui/overlays/tooltip-view.tsx': 'lies over a measured rectangle',
  'src/ui/settled-taps.ts': 'lies under the last touched point',
  'src/ui/actions/chips.tsx': 'compares measured positions, which are below zero from right to left as well',
  'src/ui/photos/sortable-photos.tsx': 'finds the tile under the pointer',
};

const BOX = /^(margin|padding|inset|border-width|border-style|border-color|scroll-margin|scroll-padding)$/;
const SIDE =
  /^((margin|padding|border|scroll-margin|scroll-padding)-)?(left|right)(-|$)|^border-(top|bottom)-(left|right)-/;
const POSITION =
  /^(text-align|float|clear|transform-origin|background-position|object-position|mask-position)$/;

/** '1px calc(2px + 1px) 0' → its three values. */
const valuesOf = (value: string): string[] =>
  value.match(/(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? [];

function isPhysical(property: string, value: string): boolean {
  if (SIDE.test(property)) return true;
  if (/\bto (left|right)\b/.test(value)) return true;
  if (POSITION.test(property)) return /\b(left|right)\b/.test(value);
  const [first, second = first, third = first, fourth = second] = valuesOf(value.split('/')[0]!);
  if (BOX.test(property)) return second !== fourth;
  if (property === 'border-radius') return first !== second || third !== fourth;
  if (value.includes('var(--dir)')) return false;
  const moves =
    /translateX\(|translate3d\(|translate\(\s*(?!0[,)])|scaleX\(|linear-gradient\(\s*-?(?:90|270)deg/;
  return moves.test(value) || (property === 'translate' && first !== '0');
}

const physicalIn = (css: string): string[] =>
  [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?<=[;{]\s*)([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g)]
    .map(([, property = '', value = '']) => [property, value.replaceAll(/\s+/g, ' ').trim()] as const)
    .filter(([property, value]) => isPhysical(property, value))
    .map(([property, value]) => `${property}: ${value}`);

test.each([
  'margin-left: 1px',
  'left: 0',
  'border-top-left-radius: 1px',
  'border-right-color: red',
  'text-align: right',
  'padding: 0 1px 0 calc(1px + 2px)',
  'border-radius: 1px 0 0 1px',
  'border-radius: 1px 0',
  'transform: translateX(20px)',
  'transform: translate(-50%, -50%)',
  'translate: -50% 0',
  'mask-image: linear-gradient(90deg, #000, #0000)',
  'background: linear-gradient(to right, #000, #0000)',
])('%s is physical', (declaration) => {
  expect(physicalIn(`.a {\n  ${declaration};\n}`)).toEqual([declaration]);
});

test.each([
  'margin-inline-start: 1px',
  'inset: auto 0 0',
  'padding: 1px 2px calc(1px + (2px * 3)) 2px',
  'border-radius: 1px 1px 0 0',
  'transform: translateY(1px)',
  'transform: translate(0, -50%)',
  'translate: 0 -50%',
  'transform: translateX(calc(20px * var(--dir)))',
  'mask-image: linear-gradient(calc(90deg * var(--dir)), #000, #0000)',
])('%s is logical', (declaration) => {
  expect(physicalIn(`.a {\n  ${declaration};\n}`)).toEqual([]);
});

test('style sheets are written for both directions', () => {
  const sheets = [...listAll('src'), ...listAll('public')].filter((path) => path.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(80);
  const found = sheets.flatMap((path) =>
    physicalIn(read(path))
      .filter((declaration) => PHYSICAL_STYLES[path]?.test(declaration) !== true)
      .map((declaration) => `${path}: ${declaration}`),
  );
  expect(found).toEqual([]);
});

test('every exception is needed', () => {
  const idle = Object.entries(PHYSICAL_STYLES)
    .filter(([path, declaration]) => !physicalIn(read(path)).some((one) => declaration.test(one)))
    .map(([path]) => path);
  expect(idle).toEqual([]);
  const unused = Object.keys(PHYSICAL_CODE).filter(
    (path) => !product.some((file) => file.path === path && PHYSICAL.test(file.code)),
  );
  expect(unused).toEqual([]);
});

const PHYSICAL =
  /\bstyle\.(?:left|right|inset|margin|padding|textAlign|transform)\b|\b(?:marginLeft|marginRight|paddingLeft|paddingRight)\b|['"]Arrow(?:Left|Right)['"]|\.(?:scrollLeft|offsetLeft|clientX)\b|text-align:\s*(?:left|right)\b/;

test('code asks the direction where it moves along the line', () => {
  const found = product
    .filter(({ path, code }) => PHYSICAL_CODE[path] === undefined && PHYSICAL.test(code))
    .map(({ path }) => path);
  expect(found).toEqual([]);
});
