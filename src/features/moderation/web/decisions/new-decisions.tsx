import { useQuery } from '@tanstack/react-query';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Link } from '#ui/actions/link.tsx';
import { cx } from '#ui/class-names.ts';
import { Badge } from '#ui/display/badge.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { LinkItem, List } from '#ui/layout/list.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { decisionSummaryQuery } from '../moderation-queries.ts';
import shared from '#ui/shared.module.css';

const useNewDecisions = (): number => useQuery(decisionSummaryQuery(useTransport())).data?.new ?? 0;

/** Says on the profile that there is a decision to read; nothing without one. */
export function NewDecisionsNotice() {
  const count = useNewDecisions();
  if (count === 0) return null;
  return (
    <InlineAlert icon="scales">
      {rich('moderation.decisions.notice', {
        count,
        a: (words) => <Link href="/account-settings/decisions">{words}</Link>,
      })}
    </InlineAlert>
  );
}

/** The way to the decisions in the settings, with the number of new ones. */
export function DecisionsSection() {
  const count = useNewDecisions();
  return (
    <Section title={t('moderation.decisions.title')}>
      <List>
        <LinkItem icon="scales" href="/account-settings/decisions">
          <span className={shared.row}>
            <span className={shared.grow}>
              {t('moderation.decisions.entry')}
              <span className={cx(shared.tiny, shared.soft, shared.block)}>
                {t('moderation.decisions.entry-help')}
              </span>
            </span>
            {count > 0 && <Badge tone="admin">{t('moderation.decisions.new-count', { count })}</Badge>}
          </span>
        </LinkItem>
      </List>
    </Section>
  );
}
