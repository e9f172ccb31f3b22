import { List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEveryText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { ProblemAlert } from '../../shared/problem-alert';
import { SearchSelect } from '../../shared/search-select';
import type { Permission } from '../session';
import { permissionGroups } from './permission-groups';
import type { Role } from './role';
import { memberQuery, PERSON_CHOICES } from './roles-queries';

/** What a member may see and do by their role, in words. */
export function WhatSomebodyMay({ roles }: { readonly roles: readonly Role[] }) {
  const { roles: text, common } = useEveryText();
  const { search, filter } = useListSearch();
  const id = typeof search['member'] === 'string' ? search['member'] : null;
  const { data: member, error } = useQuery({ ...memberQuery(id ?? ''), enabled: id !== null });
  const role = roles.find(({ name }) => name === member?.role);
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h4">
        {text.person}
      </Title>
      <SearchSelect
        source={PERSON_CHOICES}
        label={text.member}
        placeholder={text.choosePerson}
        clearable
        clearButtonProps={{ 'aria-label': common.clear }}
        maw={320}
        value={id}
        onChange={(chosen) => filter({ member: chosen ?? undefined })}
      />
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

/** Everybody plans; what else is allowed, and what is not. */
function Rights({ permissions }: { readonly permissions: readonly Permission[] }) {
  const dictionary = useEveryText();
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
