import type { ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Icon } from '../icons/icon.tsx';
import { cx } from '../class-names.ts';
import shared from '../shared.module.css';
import badgeStyles from './badge.module.css';

type StudentBadgeProps = {
  university: string;
  /** Where space is limited: the rest is only for screen readers and in a tooltip. */
  show?: 'all' | 'university' | 'meaning';
};

/** Never shortened, and on a separate line: beside text that the user has written, it would vouch for that. */
export function StudentBadge({ university, show = 'all' }: StudentBadgeProps) {
  return (
    <span
      className={cx(badgeStyles.badge, badgeStyles.verified)}
      data-tip={show === 'all' ? undefined : t('ui.student-badge.tip', { university })}
    >
      <Icon name="verified" />
      <span>
        <span className={show === 'university' ? shared.visuallyHidden : undefined}>
          {t('ui.student-badge.verified')}
        </span>
        <span className={shared.visuallyHidden}>: </span>
        <bdi
          className={cx(
            show === 'meaning' && shared.visuallyHidden,
            show === 'all' && badgeStyles.university,
          )}
        >
          {university}
        </bdi>
      </span>
    </span>
  );
}

type UserUniversityProps = {
  user: { university: string | null; studentUniversity: string | null };
  /** If the user has neither. */
  none?: ReactNode;
  short?: boolean;
};

/** The verified university, and what the user has written if it is something else, each on its own line. */
export function UserUniversity({
  user: { university, studentUniversity },
  none,
  short,
}: UserUniversityProps) {
  const written = university === studentUniversity ? null : university;
  return (
    <>
      {studentUniversity && (
        <span className={cx(shared.row, shared.small)}>
          <StudentBadge university={studentUniversity} show={short ? 'university' : 'all'} />
        </span>
      )}
      {written && (
        <span dir="auto" className={cx(shared.small, shared.soft, shared.truncate, shared.block)}>
          {written}
        </span>
      )}
      {!studentUniversity && !written && none && (
        <span className={cx(shared.small, shared.soft, shared.block)}>{none}</span>
      )}
    </>
  );
}
