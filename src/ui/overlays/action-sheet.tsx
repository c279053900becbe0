import { Fragment } from 'react';
import type { MenuAction } from '../actions/menu.tsx';
import { ButtonItem } from '../layout/list.tsx';
import { Modal, type ModalProps } from './modal.tsx';
import styles from './action-sheet.module.css';

type ActionSheetProps = ModalProps & { label: string; actions: readonly MenuAction[] };

/** Choices in a sheet at the bottom of the screen. Choosing one closes it. */
export function ActionSheet({ label, actions, ...modal }: ActionSheetProps) {
  return (
    <Modal {...modal} low label={label}>
      <div className={styles.sheet}>
        {actions.map(({ label: words, icon, danger, onSelect }) => (
          <Fragment key={words}>
            <ButtonItem
              icon={icon}
              danger={danger}
              onClick={() => {
                modal.onClose();
                onSelect();
              }}
            >
              {words}
            </ButtonItem>
          </Fragment>
        ))}
      </div>
    </Modal>
  );
}
