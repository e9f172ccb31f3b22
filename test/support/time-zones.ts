import * as fc from 'fast-check';

/** Zones whose clocks do what is easily forgotten. */
export const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo', // clocks skipped midnight, and went back past it
  'America/Havana', // midnight happens twice
  'Asia/Kathmandu', // +05:45
  'Asia/Beirut',
  'Australia/Lord_Howe', // half an hour of summer time
  'Africa/Casablanca', // summer time by the moon
  'Pacific/Apia', // no 2011-12-30
  'Pacific/Kiritimati', // +14:00
  'Pacific/Pago_Pago', // -11:00
];

export const zone = fc.constantFrom(...ZONES);
export const instant = fc.date({
  min: new Date('1970-01-03T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
});
