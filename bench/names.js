'use strict';
/**
 * Ids and keys of the seeded rows, computed from numbers instead of read back from a million rows; the SQL in seed.js
 * computes the same. Organization 0 is the one with the large report; the others are numbered from 1.
 */
const { createHash } = require('node:crypto');

/** Version and variant of a UUIDv7, so that the product takes them for ids of its own. */
const uuid = (kind, organization, number) =>
  `${kind}${organization.toString(16).padStart(7, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

module.exports = {
  organizationId: (organization) => uuid('1', organization, 0),
  eventId: (organization, number) => uuid('5', organization, number),
  expenseId: (organization, number) => uuid('6', organization, number),
  guestId: (organization, number) => uuid('8', organization, number),
  /** An API key's whole secret: `te_`, 8 characters, `_`, 40 characters. */
  apiKey(organization) {
    const prefix = organization.toString(36).padStart(8, '0');
    return `te_${prefix}_${createHash('sha256').update(`bench ${organization}`).digest('hex').slice(0, 40)}`;
  },
  /** SQL that writes the id of a kind (see uuid above) from two SQL expressions. */
  uuidSql: (kind, organization, number) =>
    `('${kind}' || lpad(to_hex(${organization}), 7, '0') || '-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`,
};
