import { ScanDialog } from '#features/scanner/web/lazy.ts';
import { readIsbnBarcode } from '../rules.ts';

type IsbnScannerProps = {
  /** Receives an ISBN of 13 digits. */
  onScanned: (isbn: string) => void;
  /** The user wants to type the ISBN. */
  onType: () => void;
  onClose: () => void;
};

/** Reads the ISBN off the back cover of a book. */
export const IsbnScanner = (props: IsbnScannerProps) => (
  <ScanDialog {...props} format="ean_13" texts={texts} read={readIsbnBarcode} />
);

const texts = {
  title: 'Scan barcode',
  hint: 'Point the camera at the barcode on the back cover',
  type: 'Type the ISBN',
  otherCode: 'This is not the barcode of a book.',
  noCodeInPhoto: 'No barcode found. Try again or type the ISBN.',
};
