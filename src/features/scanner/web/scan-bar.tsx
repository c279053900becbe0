import { Button } from '#ui/actions/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import type { Camera } from './use-camera.ts';

/** The bar above the picture: 'Close', and the controls of this camera. */
export function ScanBar({ camera, onClose }: { camera: Camera; onClose: () => void }) {
  const { choices, chosenId, choose, light, isUnavailable } = camera;
  return (
    <div className="bar2">
      <Button variant="text" icon="close" onClick={onClose}>
        Close
      </Button>
      {choices.length > 0 && !isUnavailable && (
        <select
          className="input"
          aria-label="Camera"
          value={chosenId}
          onChange={(event) => choose(event.target.value)}
        >
          {choices.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      )}
      {light !== null && (
        <label className="lamp">
          <Icon name="torch" size="s" />
          Light
          <input
            className="switch"
            type="checkbox"
            role="switch"
            checked={light.isOn}
            aria-checked={light.isOn}
            onChange={(event) => light.turn(event.target.checked)}
          />
        </label>
      )}
    </div>
  );
}
