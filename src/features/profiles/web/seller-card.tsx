import { useQuery } from '@tanstack/react-query';
import { userUrl } from '#features/accounts/rules.ts';
import type { Book } from '#features/books/contract.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { t } from '#platform/shared/texts/t.ts';
import { Link } from '#ui/actions/link.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { UserUniversity } from '#ui/display/student-badge.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { List } from '#ui/layout/list.tsx';
import { SkeletonBlock } from '#ui/states/skeleton.tsx';
import { confirmedSalesText, missedMeetingsText, replyTimeText } from '../profile-texts.ts';
import { profileQuery } from './profile-queries.ts';
import { useLiveProfile } from './use-live-profile.ts';
import { Rating } from './rating.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';

/** The seller of a listing, with what others can trust; leads to the public profile. */
export function SellerCard({ seller }: { seller: Book['seller'] }) {
  useLiveProfile(seller.id);
  const { data: profile, isPending } = useQuery(profileQuery(useTransport(), seller.id));
  return (
    <Section title={t('profiles.seller-card.title')}>
      <List>
        <Link className={cx(shared.row, listStyles.item, listStyles.panelRow)} href={userUrl(seller.id)}>
          <Avatar id={seller.id} name={seller.name} photo={seller.profileImage} />
          <span className={shared.grow}>
            <b dir="auto" className={shared.block}>
              {seller.name}
            </b>
            <UserUniversity user={seller} short />
          </span>
          <Icon name="chevron-right" size="s" />
        </Link>
        {isPending && (
          <div className={cx(listStyles.item, shared.small)} aria-hidden="true">
            <SkeletonBlock width={45} />
          </div>
        )}
        {profile && (
          <p className={cx(listStyles.item, shared.small, shared.soft)}>
            <span className={cx(shared.row, shared.wrap, shared.between, shared.grow, shared.soft)}>
              <Rating rating={profile.rating} />
              <span>
                {profile.confirmedSales === 0
                  ? t('profiles.sales.none')
                  : confirmedSalesText(profile.confirmedSales)}
              </span>
            </span>
          </p>
        )}
        {profile?.usuallyAnswers && (
          <p className={cx(listStyles.item, shared.small, shared.soft)}>
            <Icon name="clock" size="s" />
            <span className={shared.soft}>{replyTimeText(profile.usuallyAnswers)}</span>
          </p>
        )}
        {profile && profile.missedMeetings > 0 && (
          <p className={cx(listStyles.item, shared.small, shared.soft)}>
            <Icon name="calendar" size="s" />
            <span className={shared.soft}>{missedMeetingsText(profile.missedMeetings)}</span>
          </p>
        )}
      </List>
    </Section>
  );
}
