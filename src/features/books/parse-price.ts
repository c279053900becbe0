/** The cents of an entered price, or the error in it. Empty input is `{ cents: null }`. */
type ReadPrice = { cents: number | null } | { problem: string };

/**
 * Parses dollars in common notations: '12', '12.5', '12,50', '$12.50', '1,234.50'. A comma before exactly
 * three digits groups them, before one or two it is the decimal mark. A third decimal is an error, because
 * nothing is rounded.
 */
export function parsePrice(text: string): ReadPrice {
  const typed = text.replace(/\s/g, '').replace(/^(-?)\$/, '$1');
  if (typed === '') return { cents: null };
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed)
    ? typed.replaceAll(',', '')
    : typed.replace(',', '.');
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(plain)) return { problem: 'Enter a price in dollars, like 12.50' };
  if (/\.\d{3}/.test(plain)) return { problem: 'Use at most two decimals, like 12.50' };
  return { cents: Math.round(Number(plain) * 100) };
}

/** 5400 → '54.00', as it stands in the field. */
export const formatPriceInput = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
