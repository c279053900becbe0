import { type ComponentType, lazy, Suspense } from 'react';

/**
 * A part that loads when it is first shown, such as a dialog; nothing stands in its place meanwhile. The props
 * `ahead` are for the control that opens it: they fetch its code when a pointer or the focus comes near. Offline they
 * do nothing, because a browser may cache a failed import.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Later = lazy(load) as unknown as ComponentType<Props>;
  const fetchCode = async () => {
    if (navigator.onLine) await load().catch(() => {});
  };
  const fetchAhead = () => void fetchCode();
  return {
    Part: (props: Props) => (
      <Suspense fallback={null}>
        <Later {...props} />
      </Suspense>
    ),
    /** Resolves when the code is there, or cannot be fetched. */
    fetchCode,
    fetchAhead,
    ahead: { onPointerEnter: fetchAhead, onFocus: fetchAhead },
  };
}
