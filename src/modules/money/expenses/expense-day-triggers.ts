/** A trigger of a shard: reading what a statement has changed and writing to a table can't be one statement. */
const NOTE_DAYS = `
  CREATE OR REPLACE FUNCTION note_expense_days() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    touched record;
  BEGIN
    FOR touched IN SELECT DISTINCT organization_id, (incurred_at AT TIME ZONE 'UTC')::date AS day FROM changed LOOP
      INSERT INTO public.expense_day_changes (organization_id, day) VALUES (touched.organization_id, touched.day);
    END LOOP;
    RETURN NULL;
  END $$`;

/** Copying expenses into their shards changes no sum of a day. */
const NOTE_NO_COPIES = 'ALTER TABLE expenses DISABLE TRIGGER expense_days_insert';
const NOTE_AGAIN = 'ALTER TABLE expenses ENABLE ALWAYS TRIGGER expense_days_insert';

/** The triggers that note which sums of days are to be added up again, in a distributed database. */
export const SPREAD_TRIGGERS = { before: [NOTE_DAYS, NOTE_NO_COPIES], after: [NOTE_AGAIN] };
