import { Alert, Text } from '@mantine/core';
import { NotFoundError } from '@tour-events/client';
import { useText } from './language';
import { TextLink } from './text-link';

interface Props {
  /** Of the query that reads the record, which keeps what it had read before. */
  readonly error: unknown;
  readonly list: '/tours' | '/events' | '/guests' | '/vehicles';
}

/** Says on a record's page that somebody else has deleted it, and leads back; the page and its forms stay as they are. */
export function DeletedNotice({ error, list }: Props) {
  const { states } = useText();
  if (!(error instanceof NotFoundError)) return null;
  return (
    <Alert color="red" role="alert" title={states.deleted}>
      <Text size="sm">
        {states.deletedText}{' '}
        <TextLink to={list} inherit underline="always">
          {states.toList}
        </TextLink>
      </Text>
    </Alert>
  );
}
