import { OverviewTab } from '#features/administration/web/lazy.ts';
import { LinkItem, List } from '#ui/layout/list.tsx';
import { usePendingCounts } from './use-pending-counts.ts';

/** How the market does, below what waits for somebody. */
export function AdminOverviewTab() {
  return <OverviewTab waiting={<Waiting />} />;
}

function Waiting() {
  const { support = 0, reports = 0 } = usePendingCounts();
  if (support + reports === 0) return null;
  return (
    <List>
      {support > 0 && (
        <LinkItem icon="mail" href="/admin?tab=support">
          {support === 1 ? '1 message waits for an answer' : `${support} messages wait for an answer`}
        </LinkItem>
      )}
      {reports > 0 && (
        <LinkItem icon="flag" href="/admin?tab=reports">
          {reports === 1 ? '1 open report' : `${reports} open reports`}
        </LinkItem>
      )}
    </List>
  );
}
