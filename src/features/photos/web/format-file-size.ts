import { currentLocale } from '#platform/shared/texts/locale.ts';
import { formatNumber } from '#platform/shared/texts/numbers.ts';
import { t } from '#platform/shared/texts/t.ts';

/** Formats a file size: '640 KB', '3.4 MB'. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1_000_000) return t('photos.size.kilobytes', { size: Math.max(1, Math.round(bytes / 1000)) });
  return t('photos.size.megabytes', { size: formatNumber(bytes / 1_000_000, currentLocale().language, 1) });
}
