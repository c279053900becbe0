import { useOnline } from '#platform/web/use-online.ts';
import { Strip } from '#ui/notes.tsx';

/** A thin bar while there is no connection; what is on the screen stays usable, and where it is. */
export function ConnectionStrip() {
  return useOnline() ? null : (
    <Strip icon="offline" low>
      No Internet connection. This was loaded before.
    </Strip>
  );
}
