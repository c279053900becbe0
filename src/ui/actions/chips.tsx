import { useEffect, useRef, useState } from 'react';
import { cx } from '../class-names.ts';
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
      onScroll={(event) => setMoved(event.currentTarget.scrollLeft > 4)}
    >
      {options.map((option) => (
        <Chip
          key={option.value}
          pressed={option.value === value}
          onPress={() => onChange(option.value)}
          submits={form && { ...form, value: option.value }}
        >
          {option.label}
        </Chip>
      ))}
    </div>
  );
}

type ChipProps = {
  pressed: boolean;
  onPress: () => void;
  submits?: { id: string; name: string; value: string };
  children: string;
};

export function Chip({ pressed, onPress, submits, children }: ChipProps) {
  return (
    <button
      type={submits ? 'submit' : 'button'}
      form={submits?.id}
      name={submits?.name}
      value={submits?.value}
      className={styles.chip}
      aria-pressed={pressed}
      onClick={(event) => {
        event.preventDefault();
        onPress();
      }}
    >
      {children}
    </button>
  );
}
