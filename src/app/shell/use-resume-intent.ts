import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { hasPendingIntent, useSession } from '#features/accounts/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';

/** Resumes once, on Home, the action that a visitor wanted before signing in. */
export function useResumeIntent(): void {
  const [path, navigate] = useLocation();
  const { status } = useSession();
  const queries = useQueryClient();
  const transport = useTransport();
  const resume = useEffectEvent(async () => {
    // Loaded while the visitor signs in, so that it is there when Home is shown.
    const { resumeIntent } = await import('./resume-intent.ts');
    if (status === 'signed-in' && path === '/' && location.pathname === path)
      resumeIntent({ queries, transport, navigate });
  });
  useEffect(() => {
    // If the code does not load, the intent waits until Home is shown again.
    if (hasPendingIntent()) resume().catch(() => {});
  }, [status, path]);
}
