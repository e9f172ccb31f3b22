import { List, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { ProblemAlert } from '../../shared/problem-alert';
import type { Permission } from '../session';
import { permissionGroups } from './permission-groups';
import { memberQuery, peopleQuery, type Role } from './roles-queries';

const PAUSE_MS = 300;

/** What a member may see and do by their role, in words. */
export function WhatSomebodyMay({ roles }: { readonly roles: readonly Role[] }) {
  const { roles: text } = useText();
  const { search, filter } = useListSearch();
  const id = typeof search['member'] === 'string' ? search['member'] : null;
  const { data: member, error } = useQuery({ ...memberQuery(id ?? ''), enabled: id !== null });
  const role = roles.find(({ name }) => name === member?.role);
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h4">
        {text.person}
      </Title>
      <PersonSelect id={id} name={member?.name} onChoose={(chosen) => filter({ member: chosen ?? undefined })} />
      {error === null || id === null ? null : <ProblemAlert error={error} />}
      {member === undefined || role === undefined ? null : (
        <>
          <Text size="sm">
            {member.status === 'suspended' ? text.suspended(member.name) : text.has(member.name, role.name)}
          </Text>
          {member.status === 'suspended' ? null : <Rights permissions={role.permissions} />}
        </>
      )}
    </Stack>
  );
}

interface SelectProps {
  readonly id: string | null;
  readonly name: string | undefined;
  readonly onChoose: (id: string | null) => void;
}

function PersonSelect({ id, name, onChoose }: SelectProps) {
  const { roles: text, common } = useText();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  // The name of the one that is chosen stands in the field, too, and is no search.
  const query = { limit: 20, sortBy: 'name', ...(q !== '' && q !== name && { q }) } as const;
  const people = useQuery(peopleQuery(query)).data ?? [];
  const options = people.map((each) => ({ value: each.id, label: each.name }));
  if (id !== null && name !== undefined && !people.some((each) => each.id === id)) {
    options.push({ value: id, label: name });
  }
  return (
    <Select
      label={text.member}
      placeholder={text.choosePerson}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': common.clear }}
      maw={320}
      data={options}
      value={id}
      onChange={onChoose}
      onSearchChange={setTyped}
      // The service has searched, accents and addresses included.
      filter={({ options: all }) => all}
    />
  );
}

/** Everybody plans; what else is allowed, and what is not. */
function Rights({ permissions }: { readonly permissions: readonly Permission[] }) {
  const dictionary = useText();
  const { roles: text, apiKeys } = dictionary;
  const all = permissionGroups(dictionary).flatMap((group) => group.permissions);
  const lists = [
    { title: text.may, items: [text.everybody, ...all.filter((each) => permissions.includes(each))] },
    { title: text.mayNot, items: all.filter((each) => !permissions.includes(each)) },
  ];
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} maw={800}>
      {lists.map(({ title, items }) => (
        <Stack key={title} gap={4}>
          <Title order={3} size="h5">
            {title}
          </Title>
          {items.length === 0 ? <Text size="sm">{text.nothing}</Text> : null}
          <List size="sm" aria-label={title}>
            {items.map((item) => (
              <List.Item key={item}>
                {item in apiKeys.permissions ? apiKeys.permissions[item as Permission] : item}
              </List.Item>
            ))}
          </List>
        </Stack>
      ))}
    </SimpleGrid>
  );
}
