import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type LinkProps = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>;

/** A link to another screen, with its address checked by the compiler. */
export const TextLink = createLink((props: LinkProps) => <Anchor {...props} />);

type ButtonLinkProps = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>;

/** A link that looks like a button. */
export const ButtonLink = createLink((props: ButtonLinkProps) => <Button component="a" {...props} />);
