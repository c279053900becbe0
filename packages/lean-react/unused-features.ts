/**
 * The features that are removed from a file of React, by the names in it.
 *
 * @property tags Kinds of fibers (`ReactWorkTags`) that no element of the product makes
 * @property cases More tags, by the function whose switches lose them
 * @property functions New bodies, by the name of the function
 * @property assigned Statements that assign to a property of these are removed
 * @property replacements Patterns, and the text that replaces them
 */
export type Features = {
  tags: readonly number[];
  cases: Readonly<Record<string, readonly number[]>>;
  functions: Readonly<Record<string, string>>;
  assigned: readonly string[];
  replacements: readonly (readonly [RegExp, string])[];
};

const bodyOfAll = (body: string, names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, body]));

/** The body of a function that is only called by mistake: by a hook or an element that this list removes. */
const THROWING_BODY = "throw Error('left out of React')";

const unusedInClient: Features = {
  // Profiler, SuspenseList, Scope, LegacyHidden, Cache, TracingMarker, HostHoistable, HostSingleton, ViewTransition, Activity.
  tags: [12, 19, 21, 23, 24, 25, 26, 27, 30, 31],
  // Refs of fragments.
  cases: { safelyAttachRef: [7] },
  functions: {
    ...bodyOfAll(
      THROWING_BODY,
      // Actions of forms, optimistic state, `useTransition`, `useCacheRefresh`, the memory of React's compiler.
      'startHostTransition ensureFormComponentIsStateful requestFormReset$1 TransitionAwareHostComponent ' +
        'mountActionState updateActionState rerenderActionState dispatchOptimisticSetState startTransition ' +
        'refreshCache useMemoCache setPropOnCustomElement startViewTransition',
    ),
    ...bodyOfAll(
      '',
      // Elements that move to the head, and hints to load (`preload`).
      'prefetchDNS preconnect preload preloadModule preinitScript preinitStyle preinitModuleScript requestFormReset ' +
        // Actions of forms.
        'extractEvents$1 recursivelyResetForms ' +
        // View transitions.
        'trackEnterViewTransitions commitExitViewTransitions commitNestedViewTransitions ' +
        'commitEnterViewTransitions measureNestedViewTransitions restoreNestedViewTransitions ' +
        'restoreEnterOrExitViewTransitions flushAfterMutationEffects ' +
        // Commits that wait for styles or images.
        'preloadInstanceAndSuspendIfNeeded accumulateSuspenseyCommitOnFiber ' +
        // Refs of fragments.
        'commitNewChildToFragmentInstances commitFragmentInstanceInsertionEffects commitFragmentInstanceDeletionEffects ' +
        // A navigation without end shows that a transition is pending.
        'defaultOnDefaultTransitionIndicator',
    ),
    isHostHoistableType: 'return !1',
    isSingletonScope: 'return !1',
    waitForCommitToBeReady: 'return null',
    // The names of components around an error: built names say nothing.
    getStackByFiberInDevAndProd: "return ''",
  },
  assigned: [
    'FragmentInstance.prototype',
    'ViewTransitionPseudoElement.prototype',
    // For what React had before version 19.
    'ReactDOMSharedInternals.findDOMNode',
  ],
  replacements: [
    // Whether a view transition may show a commit.
    [/\((\w+) & 335544064\) === \1/g, '!1'],
  ],
};

/** Exports that a file loses, with what only they call. */
const withoutExports = (names: string): Features => ({
  tags: [],
  cases: {},
  functions: {},
  assigned: names.split(' ').map((name) => `exports.${name} =`),
  replacements: [],
});

/** By the end of the name of the file. */
export const unusedFeatures: Readonly<Record<string, Features>> = {
  'react-dom-client.production.js': unusedInClient,
  'react-dom.production.js': withoutExports(
    'browser preconnect prefetchDNS preinit preinitModule preload preloadModule requestFormReset ' +
      'unstable_batchedUpdates useFormState useFormStatus',
  ),
  'react.production.js': withoutExports(
    'Activity Profiler PureComponent StrictMode ViewTransition __COMPILER_RUNTIME addTransitionType cache cacheSignal ' +
      'createRef unstable_useCacheRefresh useActionState useDebugValue useOptimistic useTransition',
  ),
  // React's DOM needs the others.
  'scheduler.production.js': withoutExports(
    'unstable_forceFrameRate unstable_next unstable_runWithPriority unstable_wrapCallback',
  ),
};

/** What React and its DOM export of these features: a use of one is a mistake. */
export const unusedExports =
  /\b(?:ViewTransition|Activity|Profiler|PureComponent|StrictMode|SuspenseList|__COMPILER_RUNTIME|addTransitionType|cache|cacheSignal|createRef|useActionState|useDebugValue|useOptimistic|useTransition|useFormState|useFormStatus|useCacheRefresh|preinit|preinitModule|preload|preloadModule|preconnect|prefetchDNS|requestFormReset|unstable_\w+)\b/;
