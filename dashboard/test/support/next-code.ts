import type { TOTP } from 'otpauth';

const STEP_MS = 30_000;

/**
 * The code of the next half minute. The service takes it as well as that of now, which a test has used up when it set the
 * app up; and it stays good for at least half a minute, however slow the machine is.
 */
export const nextCode = (totp: TOTP): string => totp.generate({ timestamp: Date.now() + STEP_MS });
