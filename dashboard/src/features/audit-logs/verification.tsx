import { Alert, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEveryText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { TextLink } from '../../shared/text-link';
import { verifyAuditLog } from './audit-logs-queries';

/** Recomputes the seals of the log, and says what that proves and what it cannot. */
export function Verification({ onClose }: { readonly onClose: () => void }) {
  const { auditLogs: text, common } = useEveryText();
  const { data, error } = useQuery({
    queryKey: ['audit-logs', 'verification'],
    queryFn: verifyAuditLog,
    staleTime: 0,
    gcTime: 0,
  });
  if (error !== null) return <ProblemAlert error={error} />;
  if (data === undefined) {
    return (
      <Group gap="sm" role="status">
        <Loader size="sm" aria-hidden />
        <Text size="sm">{text.verifying}</Text>
      </Group>
    );
  }
  const { valid, checked, unsealed, brokenAt, erased } = data;
  return (
    <Alert
      role="status"
      color={valid ? 'green' : 'red'}
      title={valid ? text.unchanged(checked) : text.changed}
      withCloseButton
      closeButtonLabel={common.close}
      onClose={onClose}
    >
      <Stack gap={4}>
        {brokenAt === null ? null : (
          <Text size="sm">
            <TextLink to="/settings/audit-log" search={(before: object) => ({ ...before, record: brokenAt })}>
              {text.firstBroken}
            </TextLink>
          </Text>
        )}
        {unsealed > 0 ? <Text size="sm">{text.unsealed(unsealed)}</Text> : null}
        {erased > 0 ? <Text size="sm">{text.erasedRecords(erased)}</Text> : null}
        <Text size="sm">{text.proves}</Text>
      </Stack>
    </Alert>
  );
}
