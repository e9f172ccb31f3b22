import { Button, Container, Stack, Title } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { NotFoundError } from '@tour-events/client';
import { useText } from '../shared/language';
import { Page } from '../shared/page';
import { ProblemAlert } from '../shared/problem-alert';
import { ButtonLink } from '../shared/text-link';

export function NotFoundPage() {
  const { states } = useText();
  return (
    <Container py="xl">
      <Page title={states.notFound}>
        <p>{states.notFoundText}</p>
        <div>
          <ButtonLink to="/">{states.toStart}</ButtonLink>
        </div>
      </Page>
    </Container>
  );
}

/** What a screen shows that could not be read. */
export function FailurePage({ error }: ErrorComponentProps) {
  const { states } = useText();
  const router = useRouter();
  if (error instanceof NotFoundError) return <NotFoundPage />;
  return (
    <Container py="xl">
      <Stack align="start">
        <Title order={1}>{states.failed}</Title>
        <ProblemAlert error={error} />
        <Button onClick={() => void router.invalidate()}>{states.tryAgain}</Button>
      </Stack>
    </Container>
  );
}
