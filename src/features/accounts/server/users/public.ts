export { approveSeller, setPause } from './set-pause.ts';
export { adjustSaleCount, savePushToken, setAdFree } from './update-user.ts';
