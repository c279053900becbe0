import { useEffect, useRef, useState } from 'react';
import { cx } from '../class-names.ts';
import { scrolledBy } from '../line-direction.ts';
import styles from './chips.module.css';

type ChipsProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** The form that each chip submits with `name=value` without JavaScript. */
  form?: { id: string; name: string };
  /** Extends the row to both edges of a page with padding. */
  bleed?: boolean;
};

export function Chips<Value extends string>({
  label,
  options,
  value,
  onChange,
  form,
  bleed,
}: ChipsProps<Value>) {
  const row = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState(false);

  // Scrolls the row only; scrollIntoView would scroll the page as well.
  useEffect(() => {
    const strip = row.current;
    const chosen = strip?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!strip || !chosen) return;
    const left = chosen.offsetLeft - strip.offsetLeft;
    const hidden =
      left < strip.scrollLeft + 28 || left + chosen.offsetWidth > strip.scrollLeft + strip.clientWidth - 28;
    if (hidden) strip.scrollTo({ left: left - (strip.clientWidth - chosen.offsetWidth) / 2 });
  }, [value]);

  return (
    <div
      ref={row}
      className={cx(styles.chips, moved && styles.scrolled, bleed && styles.bleed)}
      role="group"
      aria-label={label}
      onScroll={(event) => setMoved(scrolledBy(event.currentTarget) > 4)}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type={form ? 'submit' : 'button'}
          form={form?.id}
          name={form?.name}
          value={form && option.value}
          className={styles.chip}
          aria-pressed={option.value === value}
          onClick={(event) => {
            event.preventDefault();
            onChange(option.value);
          }}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
