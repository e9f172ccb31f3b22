/** The row of a statement that always returns exactly one, such as a count. @throws Error when it returned another number */
export function onlyRow<Row>({ rows }: { readonly rows: readonly Row[] }): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`One row was expected, and ${rows.length} came.`);
  return row;
}
