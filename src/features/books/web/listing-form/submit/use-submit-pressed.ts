import { useEffect, useRef } from 'react';

/**
 * Returns whether the last pointer event was on a submit button. A field needs this when it loses the
 * focus, before `click`. `relatedTarget` is null in Safari, which does not focus a pressed button.
 */
export function useSubmitPressed(): () => boolean {
  const pressed = useRef(false);
  useEffect(() => {
    const press = (event: Event) => {
      pressed.current =
        event.target instanceof Element && event.target.closest('button[type=submit]') !== null;
    };
    const forget = () => {
      pressed.current = false;
    };
    addEventListener('pointerdown', press, true);
    addEventListener('click', forget);
    addEventListener('keydown', forget, true);
    return () => {
      removeEventListener('pointerdown', press, true);
      removeEventListener('click', forget);
      removeEventListener('keydown', forget, true);
    };
  }, []);
  return () => pressed.current;
}
