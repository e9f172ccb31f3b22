import { Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useText } from '../../shared/language';
import { problemText } from '../../shared/problems';
import { events } from './event';

/** Confirms a draft with one press, unless somebody else changed the event meanwhile. */
export function ConfirmEvent({ eventId }: { readonly eventId: string }) {
  const { events: text, problems } = useText();
  const { data } = useQuery(events.one(eventId));
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: (etag: string) => events.update(eventId, { status: 'confirmed' }, etag),
  });
  return (
    <>
      {error === null ? null : (
        <Text size="xs" className="bad-text" role="alert">
          {problemText(error, problems)}
        </Text>
      )}
      <Button
        size="xs"
        variant="default"
        loading={isPending}
        disabled={data === undefined}
        onClick={() => data !== undefined && mutate(data.etag)}
      >
        {text.rules.confirm}
      </Button>
    </>
  );
}
