import { Button } from '../actions/button.tsx';

type ShowMoreProps = {
  /** The state of a paged list, as TanStack Query reports it. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  /** The label after a failure. */
  failedLabel?: string;
  /** Instead of the request alone: it may move the focus as well. */
  onShowMore?: () => unknown;
};

/** The end of a list that is paged by a button; nothing on the last page. */
export function ShowMore({
  list,
  failedLabel = 'Show more',
  onShowMore = list.fetchNextPage,
}: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button variant="quiet" wide busy={list.isFetchingNextPage} onClick={() => void onShowMore()}>
      {list.isFetchNextPageError ? failedLabel : 'Show more'}
    </Button>
  );
}
