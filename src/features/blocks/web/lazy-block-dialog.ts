import { lazyPart } from '#ui/lazy-part.tsx';

export const blockDialog = lazyPart(() => import('./block-dialog.tsx'));
