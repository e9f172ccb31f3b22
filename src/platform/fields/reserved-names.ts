/**
 * True when every JavaScript object has a member of this name, or libraries treat it specially: class-validator takes
 * such a field for a known one. No field of the API has such a name.
 */
export function isReservedName(name: string): boolean {
  return name === 'prototype' || name in Object.prototype;
}
