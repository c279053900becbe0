import { useEffect, useRef } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';
import { IconButton } from '../icon-button.tsx';

export const COMPOSER_MAX_PX = 132;

export type ComposerProps = {
  /** Whom the message goes to. */
  to: string;
  value: string;
  onChange: (value: string) => void;
  onSend: () => void;
  maxLength?: number;
  disabled?: boolean;
};

/** Grows with its text to 132 px, then scrolls. Enter sends; Shift+Enter is a new line. */
export function Composer({ to, value, onChange, onSend, maxLength, disabled }: ComposerProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const empty = value.trim() === '';

  useEffect(() => {
    const area = box.current;
    // newer browsers grow it by `field-sizing`
    if (!area || CSS.supports('field-sizing', 'content')) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight + 2, COMPOSER_MAX_PX)}px`;
  }, [value]);

  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (empty || disabled) return;
    onSend();
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const plainEnter = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (plainEnter) send(event);
  };

  return (
    <form className="foot composer" aria-label={`Write to ${to}`} onSubmit={send}>
      <textarea
        ref={box}
        className="input"
        rows={1}
        aria-label="Message"
        placeholder="Message"
        enterKeyHint="send"
        value={value}
        maxLength={maxLength}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton icon="send" label="Send" type="submit" filled={!empty} disabled={empty || disabled} />
    </form>
  );
}
