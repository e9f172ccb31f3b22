import { Table } from '@mantine/core';

/** The head of a table whose columns have nothing but a title. */
export function ColumnTitles({ titles }: { readonly titles: readonly string[] }) {
  return (
    <Table.Thead className="column-titles">
      <Table.Tr>
        {titles.map((title) => (
          <Table.Th key={title} scope="col">
            {title}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}
