import { userUrl } from '#features/accounts/rules.ts';
import { SellerSlipsPage } from '#features/slips/web/slip-page.tsx';
import { useBack } from '#platform/web/navigation/use-back.ts';
import type { PageProps } from '../page-route.ts';

export default function SellerSlipsRoute({ params }: PageProps) {
  const id = params['id']!;
  return <SellerSlipsPage id={id} back={useBack(userUrl(id))} />;
}
