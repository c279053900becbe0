import type { ReactNode } from 'react';
import { formatMoneyInput } from '#platform/shared/money.ts';
import { directionOf } from '#platform/shared/texts/languages.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import styles from './fields.module.css';

const withoutMarks = (text: string) => text.replace(/[\s\u200e\u200f\u2066-\u2069]/g, '');

/** The input of an amount with the currency's sign, before or after it as in the page's language. */
export function MoneyBox({ children }: { children: ReactNode }) {
  const { before, after } = currentLocale().money;
  const [prefix, suffix] = [before, after].map(withoutMarks);
  return (
    <div className={styles.box}>
      {prefix !== '' && (
        <span className={styles.prefix} aria-hidden="true">
          {prefix}
        </span>
      )}
      {children}
      {suffix !== '' && (
        <span className={styles.suffix} aria-hidden="true">
          {suffix}
        </span>
      )}
    </div>
  );
}

/** What an input of amounts has in the page's language. */
export function moneyInput() {
  const { language, money } = currentLocale();
  return {
    placeholder: formatMoneyInput(0),
    inputMode: money.digits === 0 ? 'numeric' : 'decimal',
    autoComplete: 'off',
    ...(directionOf(language) === 'rtl' && { dir: 'ltr' }),
  } as const;
}
