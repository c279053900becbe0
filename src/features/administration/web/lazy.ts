/** Dialogs and actions of the dashboard, for the tabs of other features; not part of the first script. */
export { DeleteBookDialog } from './delete-dialogs.tsx';
export { DeleteUserDialog } from './delete-dialogs.tsx';
export { useAdminActions } from './use-admin-actions.ts';
