export { ScanDialog } from './scan-dialog.tsx';
export { ScanStrip } from './scan-strip.tsx';
