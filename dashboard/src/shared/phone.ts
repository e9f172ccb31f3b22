import { countryOfZone, internationalPhone, withoutTrunkZero } from './phone-countries';

/**
 * A phone number as people write it, with spaces and dashes, the way the service takes it (E.164); null for none. A number
 * within the country gets the code of the organization's.
 *
 * @param zone the organization's time zone, which says where it is
 */
export function typedPhone(text: string, zone: string): string | null {
  const number = internationalPhone(text, countryOfZone(zone)).replaceAll(/[\s()/.\u2010-\u2015\u2212-]/g, '');
  return withoutTrunkZero(number) || null;
}
