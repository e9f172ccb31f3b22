/** The mark of the product: a line from a stop to the next, which is now. As in the dashboard. */
export const MARK =
  '<svg width="26" height="26" viewBox="0 0 28 28" aria-hidden="true"><defs>' +
  '<linearGradient id="mark" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".1"/>' +
  '<stop offset="1" stop-color="#101a50" stop-opacity=".5"/></linearGradient></defs>' +
  '<rect width="28" height="28" rx="8" fill="#2b50d8"/><rect width="28" height="28" rx="8" fill="url(#mark)"/>' +
  '<path d="M8.5 20.2c0-8 11-4.4 11-12.4" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>' +
  '<circle cx="8.5" cy="20.2" r="2.7" fill="#fff"/><circle cx="19.5" cy="7.8" r="3.3" fill="#ff8a3d"/></svg>';
