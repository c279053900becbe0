/** Reads a code with the camera. */
export { ScanDialog } from './scan-dialog.tsx';
