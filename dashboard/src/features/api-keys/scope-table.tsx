import { Checkbox, Input, Table } from '@mantine/core';
import type { Scope } from '@tour-events/client';
import { useId, type ReactNode } from 'react';
import { ColumnTitles } from '../../shared/column-titles';
import { useEveryText } from '../../shared/language';

/** What comes before the colon; the star is every area. */
type AreaOf<Name extends string> = Name extends `${infer Area}:${string}` ? Area : never;
type Area = AreaOf<Scope>;

interface Props {
  readonly value: readonly Scope[];
  readonly error: ReactNode;
  readonly onChange: (scopes: Scope[]) => void;
}

/** What a key reaches: a row for each area, with what it may do there. */
export function ScopeTable({ value, error, onChange }: Props) {
  const { apiKeys: text, nav } = useEveryText();
  const id = useId();
  const scopes = Object.keys(text.scopes) as Scope[];
  const areas = [...new Set(scopes.map((scope) => scope.split(':')[0] as Area))];
  const titleOf = (area: Area) => {
    if (area === '*') return text.allOfApi;
    return area === 'notifications' ? nav.messages : nav[area];
  };
  const box = (scope: Scope, set: (checked: boolean) => void, isIncluded = false) => (
    <Checkbox
      aria-label={text.scopes[scope]}
      checked={isIncluded || value.includes(scope)}
      disabled={isIncluded}
      onChange={({ currentTarget }) => set(currentTarget.checked)}
    />
  );
  const set = (scope: Scope) => (checked: boolean) =>
    onChange(checked ? [...value, scope] : value.filter((other) => other !== scope));
  const boxesOf = (area: Area) => {
    if (area === '*') return { read: box('*:read', set('*:read')), write: null };
    const [read, write] = [`${area}:read`, `${area}:write`] as const;
    const others = value.filter((scope) => scope !== read && scope !== write);
    return {
      // Who may change may read: the box says so, and the scope that is included is not sent beside the other.
      read: box(read, set(read), value.includes(write) || value.includes('*:read')),
      write: box(write, (checked) => onChange([...others, checked ? write : read])),
    };
  };
  return (
    <Input.Wrapper
      id={id}
      label={text.fields.scopes}
      labelElement="div"
      description={text.reachText}
      error={error}
      data-path="scopes"
    >
      <Table aria-labelledby={`${id}-label`} mt="xs">
        <ColumnTitles titles={[text.area, text.read, text.change]} />
        <Table.Tbody>
          {areas.map((area) => {
            const { read, write } = boxesOf(area);
            return (
              <Table.Tr key={area}>
                <Table.Th scope="row" fw={400}>
                  {titleOf(area)}
                </Table.Th>
                <Table.Td>{read}</Table.Td>
                <Table.Td>{write}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Input.Wrapper>
  );
}
