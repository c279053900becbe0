import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { cx } from '#ui/class-names.ts';
import { Badge } from '#ui/display/badge.tsx';
import { Time } from '#ui/display/time.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import type { CaseDetail, Complaint } from '../../case-schemas.ts';
import type { ReasonText } from './case-texts.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import styles from './cases.module.css';

/** The reports and notices about the object of a case. */
export function Complaints({ found, reasonText }: { found: CaseDetail; reasonText: ReasonText }) {
  if (found.complaints.length === 0) return null;
  return (
    <Section title={t('moderation.complaint.title')}>
      <ul className={listStyles.list}>
        {found.complaints.map((complaint) => (
          <ComplaintItem
            key={complaint.id}
            complaint={complaint}
            reason={reasonText(complaint.reason, found.target.type)}
          />
        ))}
      </ul>
    </Section>
  );
}

function ComplaintItem({ complaint, reason }: { complaint: Complaint; reason: string }) {
  const { kind, text, endangersChild } = complaint;
  return (
    <li className={styles.complaint}>
      <div className={cx(shared.row, shared.between)}>
        <b className={cx(shared.small, shared.grow)}>{reason}</b>
        <span className={cx(shared.tiny, shared.soft)}>
          {kind === 'report' ? t('moderation.complaint.report') : t('moderation.complaint.notice')}
        </span>
      </div>
      {endangersChild && (
        <p className={shared.tiny}>
          <Badge tone="late">{t('moderation.complaint.child')}</Badge>
        </p>
      )}
      {text !== '' && (
        <blockquote dir="auto" className={cx(shared.quote, shared.small, shared.prose)}>
          {text}
        </blockquote>
      )}
      <p className={cx(shared.tiny, shared.soft)}>
        <Origin complaint={complaint} />
      </p>
    </li>
  );
}

function Origin({ complaint: { kind, by, text, hasReceipt, createdAt } }: { complaint: Complaint }) {
  const now = useNow().getTime();
  const time = () => <Time at={createdAt} now={now} />;
  if (kind === 'notice')
    return hasReceipt
      ? rich('moderation.complaint.notice-with-receipt', { time })
      : rich('moderation.complaint.notice-without-receipt', { time });
  const name = by?.name ?? t('moderation.subject.former-user');
  return text === ''
    ? rich('moderation.complaint.by-without-words', { name, time })
    : rich('moderation.complaint.by', { name, time });
}
