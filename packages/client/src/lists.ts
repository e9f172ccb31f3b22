/** Records per request: as many as a list gives at once. */
const LIMIT = 100;

interface Page<Item> {
  readonly data: readonly Item[];
  readonly totalPages?: number;
  readonly nextCursor?: string | null;
}

/** All records of a list that is read page by page. Records that others add or delete meanwhile may be missed or repeated. */
export async function* byPage<Item>(
  read: (query: { page: number; limit: number }) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  for (let page = 1; ; page++) {
    const { data, totalPages = 0 } = await read({ page, limit: LIMIT });
    yield* data;
    if (page >= totalPages) return;
  }
}

/** All records of a list that is read by cursor: each once, whatever others change meanwhile. */
export async function* byCursor<Item>(
  read: (query: { cursor: string; limit: number }) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data, nextCursor = null }: Page<Item> = await read({ cursor, limit: LIMIT });
    yield* data;
    cursor = nextCursor;
  }
}
