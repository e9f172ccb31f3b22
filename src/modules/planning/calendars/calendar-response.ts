import type { Response } from 'express';
import type { CalendarFile } from './calendars.service';

const EXAMPLE = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:…', 'BEGIN:VEVENT', '…', 'END:VEVENT', 'END:VCALENDAR', ''];

/** The response of a route that shows a calendar, for the document. */
export const CALENDAR_RESPONSE = {
  text: 'text/calendar',
  textExample: EXAMPLE.join('\r\n'),
  tagged: true,
} as const;

/** Sends a calendar with its ETag. @returns the body */
export function asCalendarFile({ tag, bytes }: CalendarFile, response: Response): Buffer {
  response.setHeader('Content-Type', 'text/calendar; charset=utf-8');
  response.setHeader('Content-Disposition', 'inline; filename="calendar.ics"');
  response.setHeader('ETag', tag);
  return bytes;
}
