/** Statements that may bring rows of shards to the coordinator, by a part of their text, each with its reason. */
export const PULLING: readonly { readonly part: string; readonly reason: string }[] = [
  { part: 'r.url AS name FROM webhook_endpoints r', reason: 'names of the records on one page of the log' },
  { part: 'AS "failingWebhooks"', reason: 'numbers only' },
  { part: 'FROM vehicles x WHERE x.organization_id = $1) AS vehicles, CASE WHEN $2::boolean', reason: 'numbers only' },
  { part: "SELECT 'auditSealing'", reason: 'numbers only' },
  {
    part: 'AS total FROM audit_records r',
    reason: "a page of the operators' log over all organizations, and a number",
  },
  {
    part: 'AS chosen LEFT JOIN LATERAL (SELECT id FROM notification_suppressions',
    reason: "one event's guests, counted by whether they can be reached",
  },
];
