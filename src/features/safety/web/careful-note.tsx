import { Link } from '#ui/actions/link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { type Warning, warningTexts } from '../rules.ts';
import shared from '#ui/shared.module.css';
import styles from './careful-note.module.css';

/** Advice below a suspicious message, for its receiver. Nothing is blocked. */
export function CarefulNote({ warning, onReport }: { warning: Warning; onReport: () => void }) {
  return (
    <aside className={styles.note} aria-label="Be careful">
      <p>
        <Icon name="alert" />
        <span>
          <b>Be careful:</b> {warningTexts[warning]}
        </span>
      </p>
      <div className={shared.row}>
        <button type="button" onClick={onReport}>
          Report
        </button>
        <Link href="/help?category=Safety+%26+Guidelines">Safety tips</Link>
      </div>
    </aside>
  );
}
