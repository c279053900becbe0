import { userUrl } from '#features/accounts/rules.ts';
import { ShortAddressPage } from '#features/slips/web/short-address-page.tsx';
import { SellerSlipsPage, SlipPage } from '#features/slips/web/slip-page.tsx';
import { useBack } from '#platform/web/navigation/use-back.ts';
import type { PageProps } from '../page-route.ts';

/** The slip of a listing, those of a seller, and the address on them: one piece, because few visits need it. */
export default function SlipRoute({ params: { id, seller, code } }: PageProps) {
  const back = useBack(seller === undefined ? `/book/${id}` : userUrl(seller));
  if (code !== undefined) return <ShortAddressPage code={code} />;
  return seller === undefined ? (
    <SlipPage id={id!} back={back} />
  ) : (
    <SellerSlipsPage id={seller} back={back} />
  );
}
