import { t } from '#platform/shared/texts/t.ts';
import { LinkButton } from '#ui/actions/button.tsx';

/** Leads to the slips of all listings of a user. */
export const PrintSlipsLink = ({ userId }: { userId: string }) => (
  <LinkButton variant="quiet" size="slim" icon="print" href={`/user/${userId}/slip`}>
    {t('slips.action.print')}
  </LinkButton>
);
