/**
 * The tables whose rows are spread over the machines by their organization; each after those it refers to. What they
 * have in common: they grow with what organizations do, and are never looked up before the organization is known.
 */
export const DISTRIBUTED_TABLES = [
  'tours',
  'events',
  'guests',
  'vehicles',
  'vehicle_assignments',
  'event_guests',
  'team_members',
  // Before the expenses, whose triggers write there.
  'expense_days',
  'expense_day_changes',
  'expenses',
  'audit_records',
  'audit_seals',
  'audit_unsealed',
  'audit_heads',
] as const;
