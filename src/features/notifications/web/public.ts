/** The part of notifications in the first script. */
export { useConfirmedDevice } from './use-confirmed-device.ts';
