import type { Conversation } from '#features/conversations/contract.ts';
import { LinkButton } from '#ui/actions/button.tsx';

type HandoverLinkProps = {
  conversation: Conversation;
  myId: string;
  /** A card waits for a response of the user. */
  hasQuestion: boolean;
};

/** The next step of a reservation: the buyer shows a code, with which the seller confirms. */
export const HandoverLink = ({ conversation, myId, hasQuestion }: HandoverLinkProps) =>
  conversation.sellerId === myId ? (
    <LinkButton
      // One filled button a screen: a card with 'Accept' has it.
      {...(hasQuestion && { variant: 'quiet' })}
      size="slim"
      href={`/messages/${conversation.id}/handover`}
    >
      Confirm handover
    </LinkButton>
  ) : (
    <LinkButton variant="quiet" size="slim" icon="qr" href={`/messages/${conversation.id}/code`}>
      Handover code
    </LinkButton>
  );
