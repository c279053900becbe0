import { useState } from 'react';
import { formatCount } from '#platform/shared/texts/numbers.ts';
import { t } from '#platform/shared/texts/t.ts';
import { cx } from '../class-names.ts';
import { arrowStep, scrolledBy } from '../line-direction.ts';
import { VisuallyHidden } from '../layout/app-shell.tsx';
import shared from '../shared.module.css';
import styles from './tabs.module.css';

type TabsProps<Value extends string> = {
  /** The tabs have the ids `${id}-${value}`, and the page gives their panel the id `${id}-panel`. */
  id: string;
  label: string;
  /** `waiting`: the number of pending items; zero shows nothing. `news`: a dot, read as '2 new'. */
  tabs: readonly { value: Value; label: string; waiting?: number | undefined; news?: number }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Tabs above a panel of the page. Arrow keys move between them; the row fades where it scrolls. */
export function Tabs<Value extends string>({ id, label, tabs, value, onChange }: TabsProps<Value>) {
  const [moved, setMoved] = useState(false);
  return (
    <div
      className={cx(styles.tabs, moved && styles.scrolled)}
      role="tablist"
      aria-label={label}
      onScroll={(event) => setMoved(scrolledBy(event.currentTarget) > 4)}
      onKeyDown={(event) => {
        const by = arrowStep(event.key);
        if (by === 0) return;
        const at = tabs.findIndex((tab) => tab.value === value) + by;
        const next = tabs[(at + tabs.length) % tabs.length];
        if (!next) return;
        onChange(next.value);
        event.currentTarget.querySelectorAll('button')[(at + tabs.length) % tabs.length]?.focus();
      }}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}`}
          aria-controls={`${id}-panel`}
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}{' '}
          {tab.waiting !== undefined && tab.waiting > 0 && (
            <span className={styles.waiting}>
              {formatCount(tab.waiting)}
              <VisuallyHidden> {t('ui.tabs.open')}</VisuallyHidden>
            </span>
          )}
          {tab.news !== undefined && tab.news > 0 && (
            <>
              <span className={shared.dot} />
              <VisuallyHidden>{t('ui.tabs.news', { count: tab.news })}</VisuallyHidden>
            </>
          )}
        </button>
      ))}
    </div>
  );
}
