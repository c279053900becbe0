import { formatMoney } from '#platform/shared/money.ts';
import { t } from '#platform/shared/texts/t.ts';
import { conditionText } from '#ui/display/badge.tsx';
import { splitTitle } from '#ui/cover/cover-rules.ts';
import { Cover } from '#ui/cover/cover.tsx';
import { QrCode } from '#ui/display/qr-code.tsx';
import type { SellerSlip } from '../contract.ts';
import { STRIPS } from '../rules.ts';
import styles from './slip-sheet.module.css';

/** Two lines in large letters. */
const MAX_LARGE_TITLE_LENGTH = 40;

/** One page for a noticeboard: the listing, its code, and strips to tear off. Black on white in both themes. */
export function SlipSheet({ slip: { book, url } }: { slip: Pick<SellerSlip, 'book' | 'url'> }) {
  const { title, subtitle, edition } = splitTitle(book.title);
  const price = book.price === 0 ? t('ui.badge.free') : formatMoney(book.price);
  const address = url.replace(/^https?:\/\//, '');
  return (
    <article className={styles.sheet} aria-label={t('slips.sheet.label', { title: book.title })}>
      <div className={styles.upper}>
        <h2 dir="auto" data-long={title.length > MAX_LARGE_TITLE_LENGTH || undefined}>
          {title}
        </h2>
        <div className={styles.offer}>
          <span className={styles.cover}>
            <Cover book={book} size="full" />
          </span>
          <div className={styles.facts}>
            {subtitle && <p dir="auto">{subtitle}</p>}
            {edition && (
              <p dir="auto">
                <b>{edition}</b>
              </p>
            )}
            <p dir="auto">{book.author}</p>
            <p>{t('slips.sheet.condition', { condition: conditionText(book.condition) })}</p>
            <p className={styles.price}>{price}</p>
          </div>
        </div>
        <div className={styles.code}>
          <QrCode text={url} label={t('slips.sheet.qr')} />
          <b>
            <Address text={address} />
          </b>
        </div>
      </div>
      <ul className={styles.strips} aria-label={t('slips.sheet.strips')}>
        {Array.from({ length: STRIPS }, (_, index) => (
          <li key={index}>
            <span className={styles.strip}>
              <b dir="auto">{title}</b>
              <span>{price}</span>
              <Address text={address} />
            </span>
          </li>
        ))}
      </ul>
    </article>
  );
}

/** Breaks before its path, if at all. */
function Address({ text }: { text: string }) {
  const path = text.indexOf('/');
  return (
    <span dir="ltr">
      {text.slice(0, path)}
      <wbr />
      {text.slice(path)}
    </span>
  );
}
