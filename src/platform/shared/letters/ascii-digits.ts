/** The first digits of the alphabets whose keyboards write their own: Arabic, Persian, Devanagari. */
const ZEROS = [0x660, 0x6f0, 0x966];

/** The same text, of the same length, with ASCII digits. */
export const toAsciiDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹०-९]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - ZEROS.findLast((zero) => zero <= code)!);
  });
