import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { BROWSER_TIME_LOCALE, formatDate } from '#ui/display/format-time.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { List } from '#ui/layout/list.tsx';
import type { CurrentUser } from '../../contract.ts';
import { describeStudentBadge } from '../../student-badge-year.ts';
import { useSendVerification } from '../sign-in/confirm-email.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';

/** The end of the student badge, and how to confirm it for another year. */
export function StudentBadgeSection({ user }: { user: CurrentUser }) {
  const now = useNow();
  const { mutate: send, isPending } = useSendVerification(user);
  if (user.studentUntil === null) return null;
  const { title, detail } = describeStudentBadge(new Date(user.studentUntil), now, (date) =>
    formatDate(date, BROWSER_TIME_LOCALE),
  );
  return (
    <Section title="Student badge">
      <List>
        <div className={listStyles.item}>
          <Icon name="cap" />
          <span className={shared.grow}>
            {title}
            <span className={cx(shared.tiny, shared.soft, shared.block)}>{detail}</span>
          </span>
        </div>
      </List>
      <Button variant="quiet" wide busy={isPending} onClick={() => send()}>
        Confirm again
      </Button>
    </Section>
  );
}
