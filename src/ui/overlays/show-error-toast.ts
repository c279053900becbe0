import { toast } from './toast-store.ts';

export const showErrorToast = (description: string, title = 'Something went wrong'): void =>
  void toast({ variant: 'destructive', title, description });
