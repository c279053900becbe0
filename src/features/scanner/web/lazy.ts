export { ScanDialog } from './scan-dialog.tsx';
