import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { ConfirmEmailNote, useKnownUser } from '#features/accounts/web/lazy.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import { t } from '#platform/shared/texts/t.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { firstName } from '#ui/display/first-name.ts';
import { QrCode } from '#ui/display/qr-code.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { AgreedBook, HandedOver, HandoverFrame, NothingReserved } from './handover-frame.tsx';
import shared from '#ui/shared.module.css';
import handoverFrameStyles from './handover-frame.module.css';

type CodePageProps = {
  params: Record<string, string>;
  /** `bought` if the current user has bought the sold book of a conversation, else `otherwise`. */
  whenBought: (conversation: Conversation, bought: ReactNode, otherwise: ReactNode) => ReactNode;
  /** Offers to review the seller; `otherwise` if there is nothing to review. */
  review: (conversation: Conversation, otherwise: ReactNode) => ReactNode;
};

/** `/messages/{id}/code`: what the buyer shows to the seller. */
export function CodePage({ params, whenBought, review }: CodePageProps) {
  const id = params['id'] ?? '';
  const { myId } = useKnownUser();
  return (
    <HandoverFrame title={t('trades.code.title')} id={id}>
      {(conversation) => {
        const { reservation, book, sellerId } = conversation;
        if (sellerId === myId) return <Redirect to={`/messages/${id}/handover`} replace />;
        const code = reservation?.code;
        if (code !== undefined) return <Code conversation={conversation} code={code} />;
        const over = <NothingReserved id={id} />;
        if (reservation !== null || book.state !== 'sold') return over;
        return whenBought(conversation, <Yours conversation={conversation} review={review} />, over);
      }}
    </HandoverFrame>
  );
}

function Yours({ conversation, review }: Pick<CodePageProps, 'review'> & { conversation: Conversation }) {
  const href = `/conversation/${conversation.id}`;
  return (
    <HandedOver
      book={conversation.book}
      title={t('trades.handover.confirmed')}
      text={t('trades.handover.yours')}
    >
      {review(conversation, null)}
      <LinkButton variant="text" href={href}>
        {t('trades.handover.back')}
      </LinkButton>
    </HandedOver>
  );
}

function Code({ conversation, code }: { conversation: Conversation; code: string }) {
  const { seller } = conversation;
  return (
    <>
      <AgreedBook conversation={conversation} name={seller.name} />
      <section className={handoverFrameStyles.slip} aria-labelledby="code-title">
        <h2 className={shared.size16} id="code-title">
          {t('trades.code.show')}
        </h2>
        <p dir="ltr" className={handoverFrameStyles.code}>
          <span className={shared.visuallyHidden}>{[...code].join(' ')}</span>
          <span aria-hidden="true">{`${code.slice(0, 3)} ${code.slice(3)}`}</span>
        </p>
        <div className={handoverFrameStyles.qr}>
          <QrCode text={code} label={t('trades.code.qr-label')} />
        </div>
        <p className={cx(shared.small, shared.soft)}>
          {t('trades.code.what-next', { name: firstName(seller.name) })}
        </p>
      </section>
      <InlineAlert icon="shield" small>
        {t('trades.code.advice')}
      </InlineAlert>
      <ConfirmEmailNote>{t('trades.handover.email-unconfirmed')}</ConfirmEmailNote>
      <p className={cx(shared.row, shared.tiny, shared.soft, shared.centered)}>
        <Icon name="check" size="xs" />
        {t('trades.code.offline')}
      </p>
    </>
  );
}
