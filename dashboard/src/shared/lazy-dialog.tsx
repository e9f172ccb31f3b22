import type { FunctionComponent } from 'react';
import { useText } from './language';
import { lazyPart, NotAvailable, type Part } from './lazy-part';
import { Modal } from './modal';

/** A dialog whose code is loaded when it is first opened. */
export function lazyDialog<Props extends { readonly onClose: () => void }>(
  load: () => Promise<FunctionComponent<Props>>,
): Part<Props> {
  return lazyPart(load, ({ onClose }, again) => <DialogNotAvailable again={again} onClose={onClose} />);
}

function DialogNotAvailable({ again, onClose }: { readonly again: () => void; readonly onClose: () => void }) {
  const { common } = useText();
  return (
    <Modal opened onClose={onClose} closeButtonProps={{ 'aria-label': common.close }}>
      <NotAvailable again={again} />
    </Modal>
  );
}
