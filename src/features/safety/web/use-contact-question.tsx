import { type ReactNode, useState } from 'react';
import { ContactQuestion } from './contact-question.tsx';
import { type ContactDetails, findContactDetails } from './find-contact-details.ts';

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
