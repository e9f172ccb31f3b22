import { ActionIcon, Button, Menu } from '@mantine/core';
import type { LinkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EllipsisHorizontalIcon, type Icon } from './icons';
import { useText } from './language';
import { MenuItemLink } from './menu-item-link';
import { ButtonLink } from './text-link';
import { useMedia } from './use-media';

export interface Action {
  readonly label: string;
  readonly icon?: Icon;
  /** What it does, the screen that it leads to, or the file. */
  readonly run: (() => void) | LinkOptions | string;
}

interface Props {
  /** What is done often: buttons, which stand in the menu on a phone. */
  readonly actions?: readonly Action[];
  /** The one that a screen is for, filled, which stays a button. */
  readonly primary?: ReactNode;
  /** Items of the menu at any size. */
  readonly children?: ReactNode;
}

/** What can be done on a screen: some buttons, and a menu. */
export function PageActions({ actions = [], primary, children }: Props) {
  const { common } = useText();
  const isNarrow = useMedia('(max-width: 40em)');
  const isFolded = isNarrow && actions.length > 0;
  return (
    <>
      {isFolded ? null : actions.map((action) => <ActionButton key={action.label} {...action} />)}
      {primary}
      {!isFolded && children === undefined ? null : (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" className="more-button" aria-label={common.more}>
              <EllipsisHorizontalIcon width={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {isFolded ? actions.map((action) => <ActionItem key={action.label} {...action} />) : null}
            {children}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

function ActionButton({ label, icon: Icon, run }: Action) {
  const section = Icon === undefined ? undefined : <Icon />;
  if (typeof run === 'object')
    return (
      <ButtonLink variant="default" leftSection={section} {...run}>
        {label}
      </ButtonLink>
    );
  return typeof run === 'string' ? (
    <Button variant="default" leftSection={section} component="a" href={run}>
      {label}
    </Button>
  ) : (
    <Button variant="default" leftSection={section} onClick={run}>
      {label}
    </Button>
  );
}

function ActionItem({ label, icon: Icon, run }: Action) {
  const section = Icon === undefined ? undefined : <Icon width={16} />;
  if (typeof run === 'object')
    return (
      <MenuItemLink leftSection={section} {...run}>
        {label}
      </MenuItemLink>
    );
  return typeof run === 'string' ? (
    <Menu.Item leftSection={section} component="a" href={run}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item leftSection={section} onClick={run}>
      {label}
    </Menu.Item>
  );
}
