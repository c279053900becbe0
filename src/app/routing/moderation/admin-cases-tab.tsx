import { CaseQueue } from '#features/moderation/web/cases/case-queue.tsx';
import { reasonText } from './reason-text.ts';

/** The cases, with the reasons of reports. */
export default function AdminCasesTab() {
  return <CaseQueue reasonText={reasonText} />;
}
