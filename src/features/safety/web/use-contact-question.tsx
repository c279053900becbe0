import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { type ContactDetails, findContactDetails } from './find-contact-details.ts';
import shared from '#ui/shared.module.css';

type FirstMessage = {
  text: string;
  /** Nothing was written in the conversation yet. Later messages are sent without a question. */
  isFirst: boolean;
  onSend: () => void;
};

/** Asks before a first message that tells contact details is sent. `question` is its dialog, if open. */
export function useContactQuestion({ text, isFirst, onSend }: FirstMessage): {
  askAndSend: () => void;
  question: ReactNode;
} {
  const [details, setDetails] = useState<ContactDetails | null>(null);
  const send = () => {
    setDetails(null);
    onSend();
  };
  const askAndSend = () => {
    const found = isFirst ? findContactDetails(text) : null;
    if (found === null) send();
    else setDetails(found);
  };
  const question = details !== null && (
    <ContactQuestion message={text} details={details} onEdit={() => setDetails(null)} onSend={send} />
  );
  return { askAndSend, question };
}

type ContactQuestionProps = {
  message: string;
  details: ContactDetails;
  onEdit: () => void;
  onSend: () => void;
};

/** Characters of the message that are shown on each side of the contact details. */
const QUOTED_CHARACTERS = 60;

/** The question before a first message that tells a phone number or an email address. */
function ContactQuestion({ message, details, onEdit, onSend }: ContactQuestionProps) {
  const { kind, start, end, hasBoth } = details;
  const before = message.slice(Math.max(0, start - QUOTED_CHARACTERS), start);
  const after = message.slice(end, end + QUOTED_CHARACTERS);
  const one = kind === 'email address' ? 'an email address' : 'a phone number';
  const named = hasBoth ? 'a phone number and an email address' : one;
  return (
    <ConfirmDialog
      open
      onClose={onEdit}
      title="Share your contact details?"
      text={`Your message includes ${named}. In BookSwap you can agree on everything without ${hasBoth ? 'them' : 'it'}.`}
      cancelLabel="Edit"
      confirmLabel="Send"
      onConfirm={onSend}
    >
      <p className={shared.quote}>
        {before}
        <mark>{message.slice(start, end)}</mark>
        {after}
      </p>
    </ConfirmDialog>
  );
}
