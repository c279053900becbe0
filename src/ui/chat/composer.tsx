import {
  useEffect,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
} from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { cx } from '../class-names.ts';
import shared from '../shared.module.css';
import fieldsStyles from '../forms/fields.module.css';
import { followVisibleViewport } from './follow-visible-viewport.ts';
import appShellStyles from '../layout/app-shell.module.css';
import styles from './composer.module.css';

const COMPOSER_MAX_PX = 132;

/** The counter shows from this share of the maximum length on. */
const COUNTED_FROM = 0.9;

type ComposerProps = {
  to: string;
  value: string;
  onChange: (value: string) => void;
  onSend: () => void;
  maxLength?: number;
  disabled?: boolean;
};

/** Grows with its text to 132 px, then scrolls. Enter sends; Shift+Enter inserts a line break. */
export function Composer({ to, value, onChange, onSend, maxLength, disabled }: ComposerProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const empty = value.trim() === '';
  const countId = useId();
  const counted = maxLength !== undefined && value.length >= maxLength * COUNTED_FROM;
  /** Characters of the last paste that did not fit. */
  const [leftOut, setLeftOut] = useState(0);

  useEffect(() => {
    const area = box.current;
    // newer browsers use `field-sizing` instead
    if (!area || CSS.supports('field-sizing', 'content')) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight + 2, COMPOSER_MAX_PX)}px`;
  }, [value]);
  useEffect(() => followVisibleViewport(window.visualViewport, document.documentElement), []);

  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (empty || disabled) return;
    onSend();
    setLeftOut(0);
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const plainEnter = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (plainEnter) send(event);
  };

  // The browser truncates the text without any message.
  const onPaste = ({ currentTarget, clipboardData }: ClipboardEvent<HTMLTextAreaElement>) => {
    if (maxLength === undefined) return;
    const { value: before, selectionStart, selectionEnd } = currentTarget;
    const pasted = clipboardData.getData('text').replaceAll('\r\n', '\n').length;
    setLeftOut(Math.max(0, before.length - (selectionEnd - selectionStart) + pasted - maxLength));
  };

  return (
    <form
      className={cx(appShellStyles.actionBar, styles.composer)}
      aria-label={t('ui.composer.form', { name: to })}
      onSubmit={send}
    >
      <div className={cx(styles.count, shared.tiny, shared.soft)}>
        <span role="status">{leftOut > 0 && t('ui.composer.left-out', { count: leftOut })}</span>
        {counted && (
          <span id={countId}>{t('ui.field.counter', { length: value.length, max: maxLength })}</span>
        )}
      </div>
      <textarea
        ref={box}
        dir="auto"
        className={fieldsStyles.input}
        rows={1}
        aria-label={t('ui.composer.message')}
        aria-describedby={counted ? countId : undefined}
        placeholder={t('ui.composer.message')}
        enterKeyHint="send"
        value={value}
        maxLength={maxLength}
        disabled={disabled}
        onChange={({ target, nativeEvent }) => {
          if ((nativeEvent as InputEvent).inputType !== 'insertFromPaste') setLeftOut(0);
          onChange(target.value);
        }}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
      />
      <IconButton
        icon="send"
        label={t('ui.composer.send')}
        type="submit"
        filled={!empty}
        disabled={disabled}
        aria-disabled={empty || undefined}
        // The keyboard of a phone stays, also after the second tap of two.
        onMouseDown={(event) => event.preventDefault()}
      />
    </form>
  );
}
