import { toast } from './toast-store.ts';

/** Says why something failed. */
export const showErrorToast = (description: string, title = 'Something went wrong'): void =>
  void toast({ variant: 'destructive', title, description });
