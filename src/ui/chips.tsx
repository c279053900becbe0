import { useEffect, useRef, useState } from 'react';
import { cx } from './class-names.ts';

export type ChipsProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Inside a page's padding: let the row run to both edges. */
  bleed?: boolean;
};

export function Chips<Value extends string>({ label, options, value, onChange, bleed }: ChipsProps<Value>) {
  const row = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState(false);

  // Moves the row only; scrollIntoView would move the page as well.
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
      className={cx('chips', moved && 'fade', bleed && 'bleed')}
      role="group"
      aria-label={label}
      onScroll={(event) => setMoved(event.currentTarget.scrollLeft > 4)}
    >
      {options.map((option) => (
        <Chip key={option.value} pressed={option.value === value} onPress={() => onChange(option.value)}>
          {option.label}
        </Chip>
      ))}
    </div>
  );
}

export function Chip({
  pressed,
  onPress,
  children,
}: {
  pressed: boolean;
  onPress: () => void;
  children: string;
}) {
  return (
    <button type="button" className="chip" aria-pressed={pressed} onClick={onPress}>
      {children}
    </button>
  );
}
