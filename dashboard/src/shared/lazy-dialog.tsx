import { createElement, Suspense, type FunctionComponent } from 'react';
import { useText } from './language';
import { lazyPart, NotAvailable, type Part } from './lazy-part';
import { Modal } from './modal';

interface Closable {
  /** Without it the dialog is one that the address opens. */
  readonly onClose?: (isDone: false) => void;
}

/** A dialog whose code is loaded when it is first opened; until then the screen stays as it is. */
export function lazyDialog<Props extends object>(load: () => Promise<FunctionComponent<Props>>): Part<Props> {
  const Dialog = lazyPart(load, (props: Props & Closable, again) => (
    <DialogNotAvailable again={again} onClose={() => (props.onClose ?? goBack)(false)} />
  ));
  const Opened = (props: Props) => <Suspense fallback={null}>{createElement(Dialog, props)}</Suspense>;
  return Object.assign(Opened, { preload: Dialog.preload });
}

const goBack = () => history.back();

function DialogNotAvailable({ again, onClose }: { readonly again: () => void; readonly onClose: () => void }) {
  const { common } = useText();
  return (
    <Modal opened onClose={onClose} closeButtonProps={{ 'aria-label': common.close }}>
      <NotAvailable again={again} />
    </Modal>
  );
}
