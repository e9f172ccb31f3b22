import { ActionIcon, Menu } from '@mantine/core';
import { EllipsisHorizontalIcon } from '@heroicons/react/24/outline';
import { useText } from './language';

interface Props {
  readonly label: string;
  /** Null for a row that can't be changed. */
  readonly onEdit: (() => void) | null;
  readonly onDelete: () => void;
}

/** What can be done with a row: change it or delete it. */
export function RowMenu({ label, onEdit, onDelete }: Props) {
  const { common } = useText();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label}>
          <EllipsisHorizontalIcon width={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onEdit === null ? null : <Menu.Item onClick={onEdit}>{common.edit}</Menu.Item>}
        <Menu.Item color="red" onClick={onDelete}>
          {common.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
