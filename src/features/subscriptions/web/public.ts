/** What may stand in the first script. The pages and the profile's parts are reached by their own files. */
export { useRemoveAdsDialog } from './use-remove-ads-dialog.tsx';
