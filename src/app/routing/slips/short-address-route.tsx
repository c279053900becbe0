import { ShortAddressPage } from '#features/slips/web/short-address-page.tsx';
import type { PageProps } from '../page-route.ts';

export default function ShortAddressRoute({ params }: PageProps) {
  return <ShortAddressPage code={params['code']!} />;
}
