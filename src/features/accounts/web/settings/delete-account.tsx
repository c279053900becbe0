import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ButtonItem } from '#ui/layout/list.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

/** Opens the dialog with the page: for the return from the sign-in that the deletion requires. */
const OPEN_PARAM = 'delete-account';

/** Button that opens the delete-account dialog. */
export function DeleteAccount({ onGone }: { onGone: () => void }) {
  const [path, navigate] = useLocation();
  const isReturn = new URLSearchParams(useSearch()).has(OPEN_PARAM);
  const [open, setOpen] = useState(isReturn);
  const close = () => {
    setOpen(false);
    if (isReturn) navigate(path, { replace: true });
  };
  return (
    <>
      <ButtonItem icon="trash" danger onClick={() => setOpen(true)}>
        Delete my account
        <span className={cx(shared.tiny, shared.soft, shared.block)}>
          This also deletes your listings and conversations
        </span>
      </ButtonItem>
      {open && <DeleteAccountDialog onClose={close} onGone={onGone} returnPath={`${path}?${OPEN_PARAM}`} />}
    </>
  );
}
