import { ScanDialog } from '#features/scanner/web/lazy.ts';
import { t } from '#platform/shared/texts/t.ts';
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
  <ScanDialog {...props} format="ean_13" texts={scanTexts()} read={readIsbnBarcode} />
);

const scanTexts = () => ({
  title: t('editions.scanner.title'),
  hint: t('editions.scanner.hint'),
  type: t('editions.scanner.type'),
  otherCode: t('editions.scanner.other'),
  noCodeInPhoto: t('editions.scanner.none'),
});
