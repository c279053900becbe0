import { isUuid } from '#platform/shared/is-uuid.ts';
import type { Place } from '#platform/web/navigation/place.ts';
import { INTENT_TTL_MS, pendingIntent, type PendingIntent } from './pending-intent.ts';

// Apart from what stores an intent: the first script does not need it.

/** Returns the intent unless it has expired, and keeps it. */
export function readPendingIntent(): PendingIntent | null {
  const { intent, until } = (pendingIntent.read() ?? {}) as { intent?: PendingIntent; until?: number };
  try {
    // Other scripts or an older version may have written to the browser's storage.
    const good = intent !== undefined && typeof until === 'number' && isSound(intent);
    return good && Date.now() < until && until - Date.now() <= INTENT_TTL_MS ? intent : null;
  } catch {
    return null;
  }
}

/** Returns and removes the intent, so that it is performed once. */
export function takePendingIntent(): PendingIntent | null {
  const intent = readPendingIntent();
  pendingIntent.clear();
  return intent;
}

function isSound(intent: PendingIntent): boolean {
  switch (intent.kind) {
    case 'favorite':
      return isUuid(intent.bookId) && typeof (intent.title ?? '') === 'string' && isPlace(intent.from);
    case 'contact':
      return isUuid(intent.bookId) && isUuid(intent.sellerId);
    case 'route':
      return isInside(intent.path);
    case 'add-listing':
      return true;
    // The server checks what it says.
    case 'want':
      return Array.isArray(intent.wants) && isInside(intent.from);
    default:
      return false;
  }
}

const isPlace = ({ path, top, depth }: Place): boolean =>
  isInside(path) && Number.isFinite(top) && Number.isInteger(depth);

/** Whether the path stays on this origin: one slash, no backslash. Whether it is a page, the router knows. */
function isInside(path: unknown): boolean {
  if (typeof path !== 'string' || path.length > 500 || !/^\/(?![/\\])[^\\\s]*$/.test(path)) return false;
  const { host, pathname } = new URL(path, 'http://inside.invalid');
  return host === 'inside.invalid' && !pathname.startsWith('//');
}
