// Node's http.STATUS_CODES still carries the phrases from before RFC 9110 ("Payload Too Large").
const REASON_PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/**
 * The reason phrase of RFC 9110 (RFC 6585 for 428, 429 and 431), used as a problem's `title`. An error status without
 * one reads like the x00 of its class, as RFC 9110, section 15, has clients treat it.
 */
export function titleOf(status: number): string {
  return REASON_PHRASES[status] ?? (status < 500 ? 'Bad Request' : 'Internal Server Error');
}
