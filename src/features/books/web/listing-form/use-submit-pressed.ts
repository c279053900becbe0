import { useEffect, useRef } from 'react';

/**
 * Whether what was touched last is a button that submits. It answers while the field before loses its focus,
 * which is too early for `click`, and where `relatedTarget` says nothing: Safari gives a pressed button no
 * focus.
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
