import { Container, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useText } from '../../shared/language';
import { useNavigationFocus } from '../../shared/navigation-focus';

/** The frame of the screens before signing in. */
export function Entry({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { session } = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useNavigationFocus(heading);
  useEffect(() => {
    document.title = `${title} · Tour Events`;
  }, [title]);
  return (
    <Container component="main" size={440} py={{ base: 24, sm: 72 }}>
      <Text fw={600} c="dimmed" ta="center" mb="xs">
        {session.product}
      </Text>
      <Paper withBorder p="xl">
        <Stack>
          <Title order={1} size="h2" ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {children}
        </Stack>
      </Paper>
      {globalThis.isSecureContext ? null : (
        <Text size="sm" c="dimmed" mt="md">
          {session.insecure}
        </Text>
      )}
    </Container>
  );
}
