import type { Conversation } from '#features/conversations/contract.ts';
import { firstName } from '#ui/display/first-name.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { AgreedBook, HandoverFrame, NothingReserved } from './handover-frame.tsx';
import { HandedOver } from './handed-over.tsx';
import { QrCode } from './qr-code.tsx';

/** `/messages/{id}/code`: what the buyer shows to the seller. */
export default function CodePage({ params }: { params: Record<string, string> }) {
  const id = params['id'] ?? '';
  return (
    <HandoverFrame title="Handover code" id={id}>
      {(conversation) => <Code conversation={conversation} />}
    </HandoverFrame>
  );
}

function Code({ conversation }: { conversation: Conversation }) {
  const { id, book, reservation, seller } = conversation;
  const code = reservation?.code;
  if (code === undefined)
    return reservation === null && book.state === 'sold' ? (
      <HandedOver book={book} title="Handover confirmed" text="The book is yours.">
        <LinkButton href={`/conversation/${id}`}>Back to the conversation</LinkButton>
      </HandedOver>
    ) : (
      <NothingReserved id={id} />
    );
  return (
    <>
      <AgreedBook conversation={conversation} name={seller.name} />
      <section className="slip" aria-labelledby="code-title">
        <h2 className="t16" id="code-title">
          Show this to the seller when you have the book.
        </h2>
        <p className="code">
          <span className="vh">{[...code].join(' ')}</span>
          <span aria-hidden="true">{`${code.slice(0, 3)} ${code.slice(3)}`}</span>
        </p>
        <QrCode text={code} label="QR code of the six digits" />
        <p className="small soft">
          {firstName(seller.name)} types the digits or scans the code. Then the book is yours.
        </p>
      </section>
      <InlineAlert icon="shield" small>
        Look at the book first, and pay when you hold it in your hands. Never send the code in a message.
      </InlineAlert>
      <p className="row tiny soft mid">
        <Icon name="check" size="xs" />
        On this device, works without a connection
      </p>
    </>
  );
}
