/** The tabs of the dashboard; none of it in the first script. */
export { BooksTab } from './books-tab.tsx';
export { DataTab } from './data-tab.tsx';
export { OverviewTab } from './overview-tab.tsx';
export { UsersTab } from './users-tab.tsx';
export { useAdminActions } from './use-admin-actions.ts';
