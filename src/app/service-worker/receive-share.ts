import { photoLimits } from '#features/photos/rules.ts';
import { KEPT, keepShared, SHARED_PARAM } from '#platform/shared/share-target.ts';
import type { FetchEvent } from './worker-scope.ts';

/** Keeps what the share sheet sends, and opens the form that takes it. */
export async function receiveShare({ request }: FetchEvent): Promise<Response> {
  await keepShared(await request.formData(), photoLimits.files);
  return Response.redirect(`/add-listing?${SHARED_PARAM}=${KEPT}`, 303);
}
