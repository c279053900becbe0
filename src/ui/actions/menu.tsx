import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { coverLastTap } from '../settled-taps.ts';
import { Icon, type IconName } from '../icons/icon.tsx';
import { IconButton } from './icon-button.tsx';
import { cx } from '../class-names.ts';
import shared from '../shared.module.css';
import listStyles from '../layout/list.module.css';
import styles from './menu.module.css';

export type MenuAction = {
  label: string;
  icon: IconName;
  danger?: boolean;
  /** Fetches what `onSelect` shows, when the menu is near. */
  fetchAhead?: () => void;
  onSelect: () => void;
};
const NEXT: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** The button at the right of a title bar, and its menu below the bar. */
export function Menu({ actions }: { actions: readonly MenuAction[] }) {
  const label = t('ui.action.more');
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const fetchAhead = () => actions.forEach((action) => action.fetchAhead?.());
  const close = (refocus: boolean) => {
    setOpen(false);
    if (refocus) button.current?.focus();
  };

  useEffect(() => {
    if (!open) return;
    list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const outside = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!list.current?.contains(target) && !button.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') return close(true);
    if (event.key === 'Tab') return close(false);
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = NEXT[event.key]?.(at, items.length);
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
  };

  return (
    <>
      <IconButton
        ref={button}
        icon="more"
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div
          ref={list}
          className={cx(styles.menu, styles.anchored)}
          role="menu"
          aria-label={label}
          onKeyDown={onKeyDown}
        >
          {actions.map((action) => (
            <button
              key={action.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={action.danger ? cx(listStyles.item, listStyles.danger) : listStyles.item}
              onClick={() => {
                close(true);
                coverLastTap();
                action.onSelect();
              }}
            >
              <Icon name={action.icon} size="s" />
              <span className={shared.truncate}>{action.label}</span>
            </button>
          ))}
        </div>
      )}
    </>
  );
}
