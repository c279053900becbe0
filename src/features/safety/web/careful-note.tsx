import { rich } from '#platform/shared/texts/rich.ts';
import { t, textId, type TextId } from '#platform/shared/texts/t.ts';
import { Link } from '#ui/actions/link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import type { Warning } from '../rules.ts';
import shared from '#ui/shared.module.css';
import styles from './careful-note.module.css';

const ADVICE = {
  'verification-code': textId('safety.warning.verification-code'),
  'gift-card': textId('safety.warning.gift-card'),
  overpayment: textId('safety.warning.overpayment'),
  courier: textId('safety.warning.courier'),
  'advance-payment': textId('safety.warning.advance-payment'),
  'external-link': textId('safety.warning.external-link'),
  leaving: textId('safety.warning.leaving'),
  pressure: textId('safety.warning.pressure'),
} satisfies Record<Warning, TextId>;

/** Advice below a suspicious message, for its receiver. Nothing is blocked. */
export function CarefulNote({ warning, onReport }: { warning: Warning; onReport: () => void }) {
  return (
    <aside className={styles.note} aria-label={t('safety.note.label')}>
      <p>
        <Icon name="alert" />
        <span>{rich('safety.note.warning', { b: (text) => <b>{text}</b>, advice: t(ADVICE[warning]) })}</span>
      </p>
      <div className={shared.row}>
        <button type="button" onClick={onReport}>
          {t('safety.note.report')}
        </button>
        <Link href="/help?category=Safety+%26+Guidelines">{t('safety.note.tips')}</Link>
      </div>
    </aside>
  );
}
