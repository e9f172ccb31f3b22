import { throttleOf } from './mail-throttle';

describe('what a mail server asks for', () => {
  it.each([
    [421, '4.7.0 Try again in 30 seconds', { waitSeconds: 30 }],
    [450, '4.2.1 The user is receiving mail too quickly, retry after 5 minutes', { waitSeconds: 300 }],
    [451, '4.7.1 Greylisted, please wait 2 mins', { waitSeconds: 120 }],
    [452, '4.3.1 limit: 100 messages per hour', { intervalMs: 36_000 }],
    [454, '4.7.0 Throttling failure: rate of 5 emails/second exceeded', { intervalMs: 200 }],
    [454, 'Throttling failure: Maximum sending rate exceeded.', {}],
  ])('is to wait, by %i %s', (code, words, throttle) => {
    expect(throttleOf(code, words)).toEqual(throttle);
  });

  it.each([250, 455, 471, 550, 554, undefined])('is nothing of the kind with %s', (code) => {
    expect(throttleOf(code, 'try again in 30 seconds')).toBeNull();
  });
});
