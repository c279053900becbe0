const LEFT_ODD = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
const PARITY = [
  'LLLLLL',
  'LLGLGG',
  'LLGGLG',
  'LLGGGL',
  'LGLLGG',
  'LGGLLG',
  'LGGGLL',
  'LGLGLG',
  'LGLGGL',
  'LGGLGL',
];

const inverted = (bits: string) => [...bits].map((bit) => (bit === '1' ? '0' : '1')).join('');
const mirrored = (bits: string) => [...bits].toReversed().join('');

/** The bars of an EAN-13 as SVG, 24 × 16. */
export function barcode(isbn: string, x: number, y: number): string {
  const digits = [...isbn].map(Number);
  const parity = PARITY[digits[0]!]!;
  const left = digits.slice(1, 7).map((digit, index) => {
    const odd = LEFT_ODD[digit]!;
    return parity[index] === 'L' ? odd : mirrored(inverted(odd));
  });
  const right = digits.slice(7).map((digit) => inverted(LEFT_ODD[digit]!));
  const bits = `101${left.join('')}01010${right.join('')}101`;
  const bars = [...bits]
    .map((bit, index) => (bit === '1' ? `M${(2 + index * 0.21).toFixed(2)} 2.6h.21v9.4h-.21z` : ''))
    .join('');
  const text = (content: string, top: number) =>
    `<text x="12" y="${top}" font-family="DejaVu Sans Mono" font-size="1.9" text-anchor="middle">${content}</text>`;
  return `<g transform="translate(${x} ${y})"><path fill="#fff" d="M0 0h24v16H0z"/><path d="${bars}"/>${text(`ISBN ${isbn}`, 2)}${text(isbn, 14.6)}</g>`;
}
