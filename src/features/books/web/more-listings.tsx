import { useNearViewport } from '#platform/web/use-near-viewport.ts';
import { Button } from '#ui/actions/button.tsx';
import { BookListSkeleton } from '#ui/states/skeleton.tsx';

/** Stands for the next page of a seller's listings, and asks for it before it comes into view; a failed one waits. */
export function MoreListings(props: { failed: boolean; loading: boolean; onMore: () => void }) {
  const { failed, loading, onMore } = props;
  const place = useNearViewport<HTMLDivElement>(onMore, { enabled: !failed && !loading });
  return (
    <div ref={place} className="center">
      {failed ? (
        <p role="alert" className="small soft">
          Failed to fetch user books{' '}
          <Button variant="quiet" size="slim" icon="refresh" onClick={onMore}>
            Retry
          </Button>
        </p>
      ) : (
        <BookListSkeleton count={2} label="Loading your listings..." />
      )}
    </div>
  );
}
