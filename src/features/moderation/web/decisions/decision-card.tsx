import { type ReactNode, useId } from 'react';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { word } from '#platform/shared/texts/word.ts';
import { useNow } from '#platform/web/now.tsx';
import { Link } from '#ui/actions/link.tsx';
import { cx } from '#ui/class-names.ts';
import { Time } from '#ui/display/time.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import type { Decision } from '../../decision-schemas.ts';
import {
  answerName,
  decisionMeaning,
  decisionTitles,
  describeSource,
  liftMeaning,
  reasonNames,
  reasonRules,
} from '../../decision-texts.ts';
import { nameOfMeasure } from '../../rules.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import styles from './decisions.module.css';

/** The statement of a decision, in the words of its mail. */
export function DecisionCard({ decision }: { decision: Decision }) {
  const id = useId();
  const { reason, note, title, state, liftNote } = decision;
  const isOver = state === 'lifted' || state === 'reversed';
  const facts: { term: string; value: ReactNode }[] = [
    { term: t('moderation.statement.since'), value: <Period decision={decision} /> },
    {
      term: t('moderation.statement.meaning'),
      value: t(isOver ? liftMeaning(decision) : decisionMeaning(decision)),
    },
    { term: t('moderation.statement.reason'), value: t(reasonNames[reason]) },
    {
      term: t('moderation.statement.rule'),
      value: (
        <>
          {t(reasonRules[reason])} <Link href="/help">{t('moderation.statement.rules')}</Link>
        </>
      ),
    },
    { term: t('moderation.statement.note'), value: note && <UserText>{note}</UserText> },
    {
      term: t('moderation.statement.source'),
      value: describeSource(decision)
        .map((token) => word(token))
        .join(' '),
    },
    { term: t('moderation.statement.lift-note'), value: liftNote && <UserText>{liftNote}</UserText> },
  ];
  return (
    <article className={styles.decision} aria-labelledby={id}>
      <div>
        <h2 id={id}>{t(decisionTitles[nameOfMeasure(decision)])}</h2>
        {title !== null && (
          <p dir="auto" className={cx(shared.small, shared.soft)}>
            {title}
          </p>
        )}
      </div>
      <dl>
        {facts
          .filter(({ value }) => value !== '')
          .map(({ term, value }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </article>
  );
}

const UserText = ({ children }: { children: string }) => (
  <span dir="auto" className={cx(shared.block, shared.prose)}>
    {children}
  </span>
);

/** Since when, and for how long. */
function Period({ decision: { kind, state, createdAt, endedAt, until } }: { decision: Decision }) {
  const now = useNow().getTime();
  const time = () => <Time at={createdAt} now={now} form="full" />;
  if (endedAt !== null)
    return rich('moderation.statement.ended', {
      time,
      end: () => <Time at={endedAt} now={now} form="full" />,
    });
  if (state === 'active' && until !== null)
    return rich('moderation.statement.since-until', {
      time,
      end: () => <Time at={until} now={now} form="until" />,
    });
  return kind === 'hide' ? rich('moderation.statement.until-lifted', { time }) : time();
}

/** What the person wrote against a decision, and the answer once there is one. */
export function AppealText({ decision }: { decision: Decision }) {
  const { appeal } = decision;
  const now = useNow().getTime();
  if (appeal === null) return null;
  const { text, state, note, isSameMember, decidedAt } = appeal;
  return (
    <>
      {state !== 'waiting' && (
        <Section title={t('moderation.statement.answer')}>
          <div className={cx(listStyles.panel, shared.stack, shared.tight)}>
            <p>
              <b>{t(answerName(decision, state))}</b>
              {decidedAt !== null && (
                <span className={cx(shared.tiny, shared.soft, shared.block)}>
                  <Time at={decidedAt} now={now} form="full" />
                </span>
              )}
            </p>
            {state === 'reversed' && <p>{t(liftMeaning(decision))}</p>}
            {note !== '' && <UserText>{note}</UserText>}
            {isSameMember && (
              <p className={cx(shared.small, shared.soft)}>{t('moderation.statement.same-member')}</p>
            )}
          </div>
        </Section>
      )}
      <Section title={t('moderation.statement.appeal')}>
        <blockquote dir="auto" className={cx(shared.quote, shared.prose)}>
          {text}
        </blockquote>
      </Section>
    </>
  );
}
