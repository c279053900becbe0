/** What others' lazy parts show of subscriptions; none of it in the first script. */
export { RemoveAdsDialog } from './remove-ads-dialog.tsx';
