/** The tabs of the dashboard, and its questions for those of other features; none of it in the first script. */
export { DeleteBookDialog } from './delete-book-dialog.tsx';
export { BooksTab } from './books-tab.tsx';
export { DataTab } from './data-tab.tsx';
export { OverviewTab } from './overview-tab.tsx';
export { DeleteUserDialog } from './delete-user-dialog.tsx';
export { UsersTab } from './users-tab.tsx';
export { useAdminActions } from './use-admin-actions.ts';
