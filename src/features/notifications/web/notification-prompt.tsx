import { useState } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { usePushSwitch } from './use-push-switch.ts';

/** Of the device, not of a person: whoever has answered once is not asked again. */
const answeredKey = 'bookswap:notifications-answered';

function hasAnswered(): boolean {
  try {
    return localStorage.getItem(answeredKey) !== null;
  } catch {
    // What cannot be remembered would be asked again and again.
    return true;
  }
}

/** Beside one's own messages: whether to be told of the answer. Nothing where it is told already, or cannot be. */
export function NotificationPrompt({ name }: { name: string }) {
  const { state, isChanging, change } = usePushSwitch();
  const [answered, setAnswered] = useState(hasAnswered);
  if (answered || (state !== 'off' && !isChanging)) return null;
  const remember = () => localStorage.setItem(answeredKey, 'yes');
  return (
    <aside className="panel offer" aria-label="Notifications">
      <p>
        <Icon name="bell" size="s" />
        Get told when {name} answers?
      </p>
      <div className="row">
        <Button
          size="slim"
          busy={isChanging}
          onClick={() => {
            remember();
            change(true);
          }}
        >
          Turn on
        </Button>
        <Button
          size="slim"
          variant="text"
          onClick={() => {
            remember();
            setAnswered(true);
          }}
        >
          Not now
        </Button>
      </div>
    </aside>
  );
}
