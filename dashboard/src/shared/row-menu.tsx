import { ActionIcon, Menu } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { EllipsisHorizontalIcon } from './icons';

interface Props {
  readonly label: string;
  /** Items of a menu. */
  readonly children: ReactNode;
  readonly closeOnItemClick?: boolean;
  readonly className?: string;
}

/**
 * What can be done with a row. The menu is made when it is opened first: fifty of them would be a third of the work of
 * showing a page of rows.
 */
export function RowMenu({ label, children, closeOnItemClick, className }: Props) {
  const [state, setState] = useState<'unused' | 'closed' | 'open'>('unused');
  const target = useRef<HTMLButtonElement>(null);
  const looks = { 'aria-label': label, className, variant: 'subtle', color: 'gray' } as const;
  const dots = <EllipsisHorizontalIcon width={18} aria-hidden />;
  if (state === 'unused') {
    const open = () => {
      flushSync(() => setState('closed'));
      // It takes the place of the button that had the focus, and the menu gives it back when it closes.
      target.current?.focus();
      setState('open');
    };
    return (
      <ActionIcon {...looks} aria-haspopup="menu" aria-expanded={false} onClick={open}>
        {dots}
      </ActionIcon>
    );
  }
  return (
    <Menu
      position="bottom-end"
      opened={state === 'open'}
      onChange={(isOpen) => setState(isOpen ? 'open' : 'closed')}
      closeOnItemClick={closeOnItemClick}
    >
      <Menu.Target>
        <ActionIcon {...looks} ref={target}>
          {dots}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
