/** The tabs of the dashboard, and its questions for those of other features; none of it in the first script. */
export { BookQuestion } from './book-question.tsx';
export { BooksTab } from './books-tab.tsx';
export { DataTab } from './data-tab.tsx';
export { OverviewTab } from './overview-tab.tsx';
export { UserQuestion } from './user-question.tsx';
export { UsersTab } from './users-tab.tsx';
export { useAdminActions } from './use-admin-actions.ts';
