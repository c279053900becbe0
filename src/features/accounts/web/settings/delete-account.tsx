import { useState } from 'react';
import { ButtonItem } from '#ui/layout/list.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** Button that opens the delete-account dialog. */
export function DeleteAccount({ onGone }: { onGone: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ButtonItem icon="trash" danger onClick={() => setOpen(true)}>
        Delete my account
        <span className="tiny soft block">This also deletes your listings and conversations</span>
      </ButtonItem>
      {open && <DeleteAccountDialog onClose={() => setOpen(false)} onGone={onGone} />}
    </>
  );
}
