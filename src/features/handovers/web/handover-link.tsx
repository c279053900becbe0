import type { Conversation } from '#features/conversations/contract.ts';
import { LinkButton } from '#ui/actions/button.tsx';

/** The next step of a reservation: the buyer shows a code, with which the seller confirms. */
export const HandoverLink = ({ conversation, myId }: { conversation: Conversation; myId: string }) =>
  conversation.sellerId === myId ? (
    <LinkButton size="slim" href={`/messages/${conversation.id}/handover`}>
      Confirm handover
    </LinkButton>
  ) : (
    <LinkButton variant="quiet" size="slim" icon="qr" href={`/messages/${conversation.id}/code`}>
      Handover code
    </LinkButton>
  );
