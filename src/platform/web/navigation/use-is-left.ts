import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

type Navigate = ReturnType<typeof useLocation>[1];

/** Whether the component has been removed: the user has gone elsewhere meanwhile. The result never changes. */
export function useIsLeft(): () => boolean {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return useCallback(() => left.current, []);
}

/** `navigate` for code after an await. Once the component is removed it does nothing: the user stays there. */
export function useNavigateWhileMounted(): Navigate {
  const [, navigate] = useLocation();
  const isLeft = useIsLeft();
  return useCallback<Navigate>(
    (to, options) => {
      if (!isLeft()) navigate(to, options);
    },
    [navigate, isLeft],
  );
}
