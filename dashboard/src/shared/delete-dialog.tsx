import { ConfirmDialog } from './confirm-dialog';
import { useText } from './language';

interface Props {
  readonly name: string;
  readonly text: {
    readonly deleteTitle: (name: string) => string;
    /** What goes with it. */
    readonly deleteText: string;
  };
  readonly run: () => Promise<unknown>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Asks before a record is deleted for good. */
export function DeleteDialog({ name, text, ...props }: Props) {
  const { common } = useText();
  return (
    <ConfirmDialog {...props} title={text.deleteTitle(name)} action={common.delete} isFinal>
      {text.deleteText}
    </ConfirmDialog>
  );
}
