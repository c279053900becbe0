import { LinkItem, List } from '#ui/layout/list.tsx';

export type PendingCounts = { support: number | undefined; reports: number | undefined };

/** Links to the messages and reports that wait for an administrator. */
export function PendingWork({ support = 0, reports = 0 }: PendingCounts) {
  if (support + reports === 0) return null;
  return (
    <List>
      {support > 0 && (
        <LinkItem icon="mail" href="/admin?tab=support">
          {support === 1 ? '1 message to answer' : `${support} messages to answer`}
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
