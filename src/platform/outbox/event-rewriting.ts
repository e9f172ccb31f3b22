import { named } from '../database/named';

/** Replaces the bodies of events by ones with holes for the values of people, and writes these, encrypted. */
export const ENCRYPT_EVENTS = named(`UPDATE outbox_events o SET body = new.body, full_body = new.full_body,
    people = coalesce(string_to_array(new.people, ','), '{}')::uuid[], personal = new.personal
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[])
    AS new (organization_id, id, body, full_body, people, personal)
  WHERE o.organization_id = new.organization_id AND o.id = new.id`);
