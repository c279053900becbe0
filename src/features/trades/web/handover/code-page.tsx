import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { ConfirmEmailNote, useKnownUser } from '#features/accounts/web/lazy.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { firstName } from '#ui/display/first-name.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import {
  AgreedBook,
  HandedOver,
  HandoverFrame,
  NothingReserved,
  UNCONFIRMED_SALE,
} from './handover-frame.tsx';
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
    <HandoverFrame title="Handover code" id={id}>
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
    <HandedOver book={conversation.book} title="Handover confirmed" text="The book is yours.">
      {review(conversation, null)}
      <LinkButton variant="text" href={href}>
        Back to the conversation
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
          Show this to the seller when you have the book.
        </h2>
        <p dir="ltr" className={handoverFrameStyles.code}>
          <span className={shared.visuallyHidden}>{[...code].join(' ')}</span>
          <span aria-hidden="true">{`${code.slice(0, 3)} ${code.slice(3)}`}</span>
        </p>
        <QrCode text={code} />
        <p className={cx(shared.small, shared.soft)}>
          {firstName(seller.name)} types the digits or scans the code. Then the book is yours.
        </p>
      </section>
      <InlineAlert icon="shield" small>
        Look at the book first, and pay when you hold it in your hands. Never send the code in a message.
      </InlineAlert>
      <ConfirmEmailNote>{UNCONFIRMED_SALE}</ConfirmEmailNote>
      <p className={cx(shared.row, shared.tiny, shared.soft, shared.centered)}>
        <Icon name="check" size="xs" />
        On this device, works without a connection
      </p>
    </>
  );
}

/** The margin that cameras need around a code. */
const QUIET_MODULES = 4;

function QrCode({ text }: { text: string }) {
  const code = generate(text);
  const side = code.size + 2 * QUIET_MODULES;
  return (
    <div className={handoverFrameStyles.qr}>
      <svg
        viewBox={`${-QUIET_MODULES} ${-QUIET_MODULES} ${side} ${side}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label="QR code of the six digits"
      >
        <path d={toSvgPath(code)} />
      </svg>
    </div>
  );
}
