import { Button } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';

/** A crossed-out camera on 152 × 96. */
const NO_CAMERA =
  '<path class="f3" d="M38 30h18l8-12h26l8 12h16a6 6 0 0 1 6 6v40a6 6 0 0 1-6 6H38a6 6 0 0 1-6-6V36a6 6 0 0 1 6-6z"/><circle class="f2" cx="77" cy="55" r="16"/><path class="n g2" d="M30 88 124 12"/>';

/** Replaces the picture: names the missing part of the scanner and what else the user can do. */
export function ScanFailure({ part, onRetry }: { part: 'camera' | 'decoder'; onRetry: () => void }) {
  return part === 'camera' ? (
    <EmptyState
      alert
      illustration={NO_CAMERA}
      title="The camera is not available."
      text="Allow it in your browser's settings, or try one of these."
    />
  ) : (
    <EmptyState
      alert
      illustration={NO_CAMERA}
      title="The scanner couldn't be loaded"
      text="Check your connection."
      action={
        <Button variant="quiet" icon="refresh" onClick={onRetry}>
          Retry
        </Button>
      }
    />
  );
}
