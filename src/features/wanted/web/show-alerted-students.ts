import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import type { WantedEndpoints } from '../contract.ts';

/** The listing is compared within a second; a busy queue takes longer. */
const RETRY_DELAYS_MS = [300, 700, 1_500, 3_000];

/** Calls back with how many were alerted once the listing was compared, unless nobody was alerted. */
export async function showAlertedStudents(
  transport: Transport,
  bookId: string,
  onText: (text: string) => void,
): Promise<void> {
  const api = apiClient<WantedEndpoints>(transport);
  for (const delay of RETRY_DELAYS_MS) {
    await new Promise((resolve) => {
      setTimeout(resolve, delay);
    });
    // A failure costs the seller a line, nothing more.
    const response = await api
      .call('GET /api/wanted/students/:bookId', { params: { bookId } })
      .catch(() => ({ students: 0 }));
    if (response.students === null) continue;
    return response.students === 0
      ? undefined
      : onText(t('wanted.demand.alerted', { count: response.students }));
  }
}
