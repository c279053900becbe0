import { SlipPage } from '#features/slips/web/slip-page.tsx';
import { useBack } from '#platform/web/navigation/use-back.ts';
import type { PageProps } from '../page-route.ts';

export default function SlipRoute({ params }: PageProps) {
  const id = params['id']!;
  return <SlipPage id={id} back={useBack(`/book/${id}`)} />;
}
