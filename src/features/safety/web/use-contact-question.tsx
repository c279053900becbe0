import { type ReactNode, useState } from 'react';
import { t, textId } from '#platform/shared/texts/t.ts';
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
  const from = Math.max(0, start - QUOTED_CHARACTERS);
  const to = end + QUOTED_CHARACTERS;
  const one = kind === 'email address' ? textId('safety.contact.email') : textId('safety.contact.phone');
  return (
    <ConfirmDialog
      open
      onClose={onEdit}
      title={t('safety.contact.title')}
      text={t(hasBoth ? textId('safety.contact.both') : one)}
      cancelLabel={t('safety.contact.edit')}
      confirmLabel={t('safety.contact.send')}
      onConfirm={onSend}
    >
      <p className={shared.quote}>
        {from > 0 && '…'}
        {message.slice(from, start).trimStart()}
        <mark>{message.slice(start, end)}</mark>
        {message.slice(end, to).trimEnd()}
        {to < message.length && '…'}
      </p>
    </ConfirmDialog>
  );
}
