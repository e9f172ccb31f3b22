/** What a distributed database can't have as one machine has it: Citus refuses it, or ends with an error or worse. */

const IN_SCOPE = `(NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid`;
const HAS_REASON = `(COALESCE(current_setting('app.unscoped'::text, true), ''::text) <> ''::text)`;

/**
 * Policies without sub-selects. PostgreSQL then asks for the settings row by row, which is slower where a policy filters
 * many rows.
 */
const POLICIES = `
  DO $$ DECLARE
    policy record;
    condition text;
  BEGIN
    FOR policy IN SELECT polname, polrelid::regclass AS place, pg_get_expr(polqual, polrelid) AS text FROM pg_policy LOOP
      condition := replace(replace(policy.text,
        $_$( SELECT ${IN_SCOPE} AS "nullif")$_$, $_$${IN_SCOPE}$_$),
        $_$( SELECT ${HAS_REASON})$_$, $_$${HAS_REASON}$_$);
      IF condition LIKE '%SELECT%' THEN
        RAISE EXCEPTION 'the policy of % has a sub-select: %', policy.place, condition;
      END IF;
      EXECUTE format('ALTER POLICY %I ON %s USING (%s) WITH CHECK (%s)', policy.polname, policy.place, condition, condition);
    END LOOP;
  END $$`;

/** For the audit trail: records of several organizations, and so of several machines, are written one by one. */
const WRITE_AUDIT_RECORD = `
  CREATE FUNCTION write_audit_record(given audit_records) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO audit_records VALUES (given.*);
    INSERT INTO audit_unsealed (organization_id, audit_record_id) VALUES (given.organization_id, given.id);
  END $$`;

/** To be run before the tables are distributed, besides what their entities say. */
export const BEFORE = [POLICIES, WRITE_AUDIT_RECORD];

/**
 * Statements that make the settings of a distributed database.
 *
 * @param name quoted as needed
 */
export function settingsOf(name: string): string[] {
  // Scopes reach all machines; triggers run on the shards.
  const settings = [`citus.propagate_set_commands = 'local'`, 'citus.enable_unsafe_triggers = on'];
  return settings.map((setting) => `ALTER DATABASE ${name} SET ${setting}`);
}
