import { formatMoney } from '#platform/shared/money.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { type PlainTextId, t } from '#platform/shared/texts/t.ts';
import { word } from '#platform/shared/texts/word.ts';
import { cx } from '#ui/class-names.ts';
import type { HueName } from '../rules.ts';
import shared from '#ui/shared.module.css';
import styles from './campus-tab.module.css';

const hueTextIds = {
  green: 'campus.color.green',
  teal: 'campus.color.teal',
  'sea-blue': 'campus.color.sea-blue',
  blue: 'campus.color.blue',
  violet: 'campus.color.violet',
  plum: 'campus.color.plum',
  berry: 'campus.color.berry',
  olive: 'campus.color.olive',
} as const satisfies Record<HueName, PlainTextId>;

export const hueText = (hue: HueName): string => word({ id: hueTextIds[hue] });

type Look = { name: string; color: HueName; iconVersion: number | null };

const nameOf = (name: string) => name.trim() || 'BookSwap';

/** The icon of the campus, or the first letter of its name in its color. */
export function CampusSquare({ name, color, iconVersion }: Look) {
  if (iconVersion !== null)
    return <img className={styles.square} src={`/campus-icon-192.png?v=${iconVersion}`} alt="" />;
  return (
    <span className={cx(styles.square, styles.hueTokens)} data-hue={color} aria-hidden="true">
      {[...nameOf(name)][0]}
    </span>
  );
}

const PREVIEW_PRICE = 24;

/** Two small screens in the look that is not saved yet, in both themes. */
export function CampusPreview({ name, color, iconVersion }: Look) {
  const label = t('campus.preview.label', { name: nameOf(name), color: hueText(color) });
  return (
    <>
      <h4 className={shared.legend}>{t('campus.preview.title')}</h4>
      <div className={styles.previews} role="img" aria-label={label}>
        {(['light', 'dark'] as const).map((theme) => (
          <div
            key={theme}
            className={cx(styles.preview, styles.hueTokens)}
            data-scheme={theme}
            data-hue={color}
            aria-hidden="true"
          >
            <div className={styles.previewHead}>
              <b>{nameOf('')}</b>
            </div>
            <div className={styles.previewBody}>
              <span className={shared.row}>
                <CampusSquare {...{ name, color, iconVersion }} />
                <span dir="auto" className={cx(styles.previewName, shared.small)}>
                  {nameOf(name)}
                </span>
              </span>
              <span className={cx(shared.row, shared.wrap)}>
                <span className={styles.chip}>{t('books.subject.business')}</span>
                <b>{formatMoney(PREVIEW_PRICE * 10 ** currentLocale().money.digits)}</b>
              </span>
              <span className={styles.action}>{t('campus.changes.save')}</span>
            </div>
          </div>
        ))}
      </div>
      <p className={cx(shared.tiny, shared.soft, shared.center)}>
        {`${t('campus.preview.name-note')} ${t('campus.preview.note')}`}
      </p>
    </>
  );
}
