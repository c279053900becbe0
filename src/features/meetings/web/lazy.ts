/** For chunks that load after the first script. */
export { PlacesTab } from './admin/places-tab.tsx';
export { MeetingCard } from './meeting-card.tsx';
export { PlanButton, useMeetingHead } from './plan-dialog.tsx';
export { QuestionCard } from './outcomes/question-card.tsx';
export { ReplyCard } from './outcomes/reply-card.tsx';
