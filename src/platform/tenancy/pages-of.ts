import { lastOf } from '../../kernel/lists';
/**
 * Reads rows page by page, each only when the one before was used.
 *
 * @param size of a full page; a shorter one is the last
 * @param read gets the last row of the page before, or null
 */
export async function* pagesOf<Row>(
  size: number,
  read: (last: Row | null) => Promise<Row[]>,
): AsyncGenerator<Row[], void, void> {
  let last: Row | null = null;
  for (;;) {
    const page: Row[] = await read(last);
    yield page;
    if (page.length < size) return;
    last = lastOf(page);
  }
}
