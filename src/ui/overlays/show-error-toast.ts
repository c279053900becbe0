import { t } from '#platform/shared/texts/t.ts';
import { toast } from './toast-store.ts';

export const showErrorToast = (description: string, title = t('ui.error.title')): void =>
  void toast({ variant: 'destructive', title, description });
