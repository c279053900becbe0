import { useEffect, useRef } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '../actions/button.tsx';
import { coverLastTap } from '../settled-taps.ts';

type ShowMoreProps = {
  /** The state of a paged list, as TanStack Query reports it. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  label?: string;
  failedLabel?: string;
  /** Instead of the request alone: it may move the focus as well. */
  onShowMore?: () => unknown;
};

/** The end of a list that is paged by a button; nothing on the last page. */
export function ShowMore({
  list,
  label = t('ui.action.show-more'),
  failedLabel = label,
  onShowMore = list.fetchNextPage,
}: ShowMoreProps) {
  const { isFetchingNextPage } = list;
  const wasFetching = useRef(false);
  useEffect(() => {
    // The rows that have come stand where the button was.
    if (wasFetching.current && !isFetchingNextPage) coverLastTap();
    wasFetching.current = isFetchingNextPage;
  }, [isFetchingNextPage]);
  if (!list.hasNextPage) return null;
  return (
    <Button variant="quiet" wide busy={list.isFetchingNextPage} onClick={() => void onShowMore()}>
      {list.isFetchNextPageError ? failedLabel : label}
    </Button>
  );
}
