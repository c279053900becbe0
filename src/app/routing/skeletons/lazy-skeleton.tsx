import { useEffect, useReducer, type ReactNode } from 'react';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import type { pageSkeletons } from './page-skeletons.tsx';

type Skeletons = typeof pageSkeletons;

let loaded: Skeletons | null = null;

/**
 * Fetches the skeletons, which are no part of the first script: Home needs none. The server and the first
 * page of the browser do so before they render, because hydration must find the server's tree.
 */
export async function loadSkeletons(): Promise<void> {
  loaded = (await import('./page-skeletons.tsx')).pageSkeletons;
}

/** A skeleton that renders synchronously if the skeletons are loaded, and is blank until then. */
export const lazySkeleton = (name: keyof Skeletons) => (): ReactNode => <LazySkeleton name={name} />;

function LazySkeleton({ name }: { name: keyof Skeletons }) {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const isMissing = loaded === null;
  useEffect(() => {
    if (isMissing) loadSkeletons().then(renderAgain, () => {});
  }, [isMissing]);
  if (loaded === null) return <BlankSkeleton />;
  const Skeleton = loaded[name];
  return <Skeleton />;
}

export const BlankSkeleton = () => (
  <AppShell>
    <Main id="main" />
  </AppShell>
);
