import { Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { Drawer } from '../../shared/modal';
import { Pages } from '../../shared/pages';
import { ProblemAlert } from '../../shared/problem-alert';
import { OWN_TIME_ZONE } from '../../shared/time';
import { readersQuery } from './announcement';

interface Props {
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** Who has read an announcement, the last one first. */
export function Readers({ id, title, onClose }: Props) {
  const {
    announcements: { platform: text },
    common,
    lists,
  } = useText();
  const [page, setPage] = useState(1);
  const { data, error } = useQuery(readersQuery(id, page));
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={text.readersOf(title)}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {error === null ? null : <ProblemAlert error={error} />}
      {data === undefined && error === null ? <Skeleton h={120} data-loading /> : null}
      {data?.total === 0 ? <Text size="sm">{text.nobody}</Text> : null}
      {data === undefined || data.total === 0 ? null : (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {lists.counted(data.total, 'people')}
          </Text>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{text.reader}</Table.Th>
                <Table.Th scope="col">{text.readAt}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.data.map((reader) => (
                <Table.Tr key={reader.id}>
                  <Table.Td className="prose">
                    {reader.name}
                    <Text size="xs" c="dimmed">
                      {reader.email}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Instant at={reader.readAt} zone={OWN_TIME_ZONE} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Pages total={data.totalPages} value={page} onChange={setPage} />
        </>
      )}
    </Drawer>
  );
}
