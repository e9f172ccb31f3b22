import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useText } from '../shared/language';

/** Says that the connection is gone; what is typed meanwhile stays in its form. */
export function OfflineBar() {
  const { online } = useNetwork();
  const { shell } = useText();
  if (online) return null;
  return (
    <Alert color="yellow" role="status" mb="md">
      {shell.offline}
    </Alert>
  );
}
