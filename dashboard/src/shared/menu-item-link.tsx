import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type MenuItemLinkProps = MenuItemProps & Omit<ComponentPropsWithRef<'a'>, keyof MenuItemProps>;

/** A link in a menu. Apart from other links: the pages before signing in have no menus, and load none. */
export const MenuItemLink = createLink((props: MenuItemLinkProps) => <Menu.Item component="a" {...props} />);
