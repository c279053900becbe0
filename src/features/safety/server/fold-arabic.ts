/** Letters that are written in several ways, and Persian ones. Marks of vowels are left to the caller. */
const LETTERS: Readonly<Record<string, string>> = { ٱ: 'ا', ى: 'ي', ة: 'ه', ک: 'ك', ی: 'ي', ـ: '' };

/** Dirham, riyal, dinar, pound: 'د.إ', 'ر.س', 'د.ك', 'ج.م', also without the dot behind a number. */
const CURRENCIES = /(?<!\p{L})(?:د\.\s?[إا]|ر\.\s?[سقع]|د\.\s?[كبتأ]|ج\.\s?م|ل\.\s?ل)\.?(?!\p{L})|\p{Sc}/gu;

const ARABIC = /[\u0600-\u06ff]/u;

/**
 * Arabic as it is compared: one form of each letter, and a currency as '€'. Others stay as they are.
 */
export function foldArabic(text: string): string {
  if (!ARABIC.test(text)) return text;
  return text.replaceAll(CURRENCIES, ' € ').replace(/[ٱىةکیـ]/gu, (letter) => LETTERS[letter]!);
}
