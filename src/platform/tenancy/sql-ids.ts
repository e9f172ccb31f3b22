/**
 * SQL for a new UUIDv7 (RFC 9562) with the time of `at`, for statements that derive rows from other rows. PostgreSQL
 * has a function for it only from version 18 on.
 *
 * @param at SQL of a timestamptz
 */
export function newIdSql(at: string): string {
  const time = `lpad(to_hex(floor(extract(epoch FROM ${at}) * 1000)::bigint), 12, '0')`;
  const start = `overlay(gen_random_uuid()::text PLACING substr(${time}, 1, 8) FROM 1)`;
  return `overlay(overlay(${start} PLACING substr(${time}, 9, 4) FROM 10) PLACING '7' FROM 15)::uuid`;
}
