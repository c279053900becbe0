import { useState } from 'react';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Time } from '#ui/display/time.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import type { Decision } from '../../decision-schemas.ts';
import { AppealDialog } from './appeal-dialog.tsx';
import { AppealText, DecisionCard } from './decision-card.tsx';
import shared from '#ui/shared.module.css';

type StatementProps = {
  decision: Decision;
  /** Sends the appeal. */
  send: (text: string) => Promise<unknown>;
  /** Fetches the decision again. */
  refetch: () => Promise<unknown>;
};

/** A decision with its appeal: the button, or what has become of it. */
export function Statement({ decision, send, refetch }: StatementProps) {
  const { appeal, canAppeal, state } = decision;
  const now = useNow().getTime();
  return (
    <>
      {appeal?.state === 'waiting' && (
        <div role="status">
          <InlineAlert icon="scales">
            {rich('moderation.statement.appealed', {
              time: () => <Time at={appeal.createdAt} now={now} form="full" />,
            })}
          </InlineAlert>
        </div>
      )}
      <DecisionCard decision={decision} />
      <AppealText decision={decision} />
      {canAppeal && <AppealButton {...{ decision, send, refetch }} />}
      {!canAppeal && appeal === null && state !== 'lifted' && (
        <p className={cx(shared.tiny, shared.soft, shared.center)}>
          {t('moderation.problem.appeal-expired')}
        </p>
      )}
    </>
  );
}

function AppealButton({ decision: { id, appealUntil }, send, refetch }: StatementProps) {
  const [isOpen, setOpen] = useState(false);
  const now = useNow().getTime();
  return (
    <section className={cx(shared.stack, shared.tight)} aria-label={t('moderation.appeal.section')}>
      <Button wide size="tall" icon="scales" onClick={() => setOpen(true)}>
        {t('moderation.appeal.title')}
      </Button>
      <p className={cx(shared.tiny, shared.soft, shared.center)}>
        {rich('moderation.appeal.until', { time: () => <Time at={appealUntil} now={now} form="date" /> })}
      </p>
      {isOpen && <AppealDialog {...{ id, send, refetch }} onClose={() => setOpen(false)} />}
    </section>
  );
}
