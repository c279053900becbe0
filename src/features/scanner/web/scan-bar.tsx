import { Button } from '#ui/actions/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import type { Camera } from './use-camera.ts';
import scanDialogStyles from './scan-dialog.module.css';
import fieldsStyles from '#ui/forms/fields.module.css';

/** The bar above the picture: 'Close', and the controls of this camera. */
export function ScanBar({ camera, onClose }: { camera: Camera; onClose: () => void }) {
  const { choices, chosenId, choose, light, isUnavailable } = camera;
  return (
    <div className={scanDialogStyles.bar}>
      <Button variant="text" icon="close" onClick={onClose}>
        Close
      </Button>
      {choices.length > 0 && !isUnavailable && (
        <select
          className={fieldsStyles.input}
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
        <label className={scanDialogStyles.lamp}>
          <Icon name="torch" size="s" />
          Light
          <input
            className={fieldsStyles.switch}
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
