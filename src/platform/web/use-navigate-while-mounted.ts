import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

type Navigate = ReturnType<typeof useLocation>[1];

/**
 * `navigate` for code after an await. It does nothing once the component is unmounted: the user has gone
 * elsewhere meanwhile and stays there.
 */
export function useNavigateWhileMounted(): Navigate {
  const [, navigate] = useLocation();
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return useCallback<Navigate>(
    (to, options) => {
      if (mounted.current) navigate(to, options);
    },
    [navigate],
  );
}
