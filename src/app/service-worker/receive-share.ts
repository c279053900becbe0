import { photoLimits } from '#features/photos/rules.ts';
import { KEPT, keepShared, SHARED_PARAM } from '#platform/shared/share-target.ts';
import { type FetchEvent, worker } from './worker-scope.ts';

/** Keeps what the share sheet sends, and opens the form that takes it. */
export async function receiveShare({ request }: FetchEvent): Promise<Response> {
  // The share sheet refers from nowhere: another site must not fill the form.
  if (isForeign(request.referrer)) return Response.redirect('/add-listing', 303);
  await keepShared(await request.formData(), photoLimits.files);
  return Response.redirect(`/add-listing?${SHARED_PARAM}=${KEPT}`, 303);
}

const isForeign = (referrer: string): boolean =>
  /^https?:/.test(referrer) && new URL(referrer).origin !== worker.location.origin;
