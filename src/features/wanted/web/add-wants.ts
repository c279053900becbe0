import type { QueryClient } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { WantedEndpoints } from '../contract.ts';
import { booksToAdd, MAX_WANTED_ENTRIES } from '../rules.ts';
import type { Want } from './is-wanted.ts';

type Services = { queries: QueryClient; transport: Transport; show: () => void };

/** Adds entries of a user; of several, which are books, as many as there is room for. */
export const addWants = (services: Services, wants: readonly Want[]): Promise<void> =>
  wants.length === 1
    ? addWant(services, wants[0]!)
    : addBooks(
        services,
        wants.flatMap((want) => ('isbn' in want ? want : [])),
      );

async function addWant({ queries, transport, show }: Services, want: Want): Promise<void> {
  try {
    await apiClient<WantedEndpoints>(transport).call('POST /api/wanted', { body: want });
  } catch (error) {
    return showFailure(error);
  }
  const isReserved = 'bookId' in want && want.bookId !== undefined;
  toast({
    title: t('wanted.added.title'),
    description: t(isReserved ? 'wanted.added.text-reserved' : 'wanted.added.text'),
    icon: 'bell',
    action: { label: t('wanted.added.show'), onAction: show },
  });
  await queries.invalidateQueries({ queryKey: ['wanted', 'list'] });
}

/** The rows of the books say that they are added. */
async function addBooks(
  { queries, transport }: Pick<Services, 'queries' | 'transport'>,
  books: readonly { isbn: string }[],
): Promise<void> {
  const api = apiClient<WantedEndpoints>(transport);
  try {
    const entries = await api.call('GET /api/wanted', {});
    const known = new Set(entries.map(({ isbn }) => isbn));
    const added = booksToAdd(books, entries);
    for (const { isbn } of added) await api.call('POST /api/wanted', { body: { isbn } });
    showRest(books.length, books.filter(({ isbn }) => known.has(isbn)).length + added.length);
  } catch (error) {
    showFailure(error);
  }
  await queries.invalidateQueries({ queryKey: ['wanted'] });
}

function showRest(total: number, listed: number): void {
  const description = t('wanted.problem.too-many-wanted-entries', { max: MAX_WANTED_ENTRIES });
  if (listed === 0) {
    showErrorToast(description, t('wanted.added.failed'));
  } else if (listed < total) {
    toast({ title: t('wanted.added.some', { count: listed, total }), description });
  }
}

function showFailure(error: unknown): void {
  showErrorToast(failureText(error), t('wanted.added.failed'));
}
