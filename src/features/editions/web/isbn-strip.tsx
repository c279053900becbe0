import type { ReactNode } from 'react';
import { ScanStrip } from '#features/scanner/web/lazy.ts';
import { t } from '#platform/shared/texts/t.ts';
import { readIsbnBarcode } from '../rules.ts';

type IsbnStripProps = {
  /** Receives an ISBN of 13 digits, once while its barcode is shown. */
  onScanned: (isbn: string) => void;
  hint: string;
  status: string | null;
  action?: ReactNode;
  tall: boolean;
};

/** Reads the ISBNs of one book after the other. */
export const IsbnStrip = (props: IsbnStripProps) => (
  <ScanStrip {...props} format="ean_13" texts={stripTexts()} read={readIsbnBarcode} />
);

const stripTexts = () => ({
  title: t('editions.strip.title'),
  otherCode: t('editions.scanner.other'),
  noCodeInPhoto: t('editions.scanner.none'),
});
