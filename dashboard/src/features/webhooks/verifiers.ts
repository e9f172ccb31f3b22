/** Checks a signature: the body is the raw one, to the byte, and the secret is as it was shown, `whsec_` included. */
const NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';

export function verifyWebhook(body, signature, secret, toleranceSeconds = 300) {
  if (!secret) throw new TypeError('The secret of the webhook is missing.');
  const [, time, given] = /^t=(0|[1-9]\\d{0,11}),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
  if (given === undefined) throw new Error('malformed signature');
  const expected = createHmac('sha256', secret).update(time + '.').update(body).digest();
  if (!timingSafeEqual(expected, Buffer.from(given, 'hex'))) throw new Error('wrong signature');
  const age = Math.floor(Date.now() / 1000) - Number(time);
  if (Math.abs(age) > toleranceSeconds) throw new Error('too old, or from the future');
}
`;

const PYTHON = `import hashlib
import hmac
import re
import time

SIGNATURE = re.compile(r"t=(0|[1-9][0-9]{0,11}),v1=([0-9a-f]{64})")


def verify_webhook(body: bytes, signature: str | None, secret: str, tolerance_seconds: int = 300) -> None:
    if not secret:
        raise TypeError("The secret of the webhook is missing.")
    match = SIGNATURE.fullmatch(signature or "")
    if match is None:
        raise ValueError("malformed signature")
    signed_at, given = match.groups()
    expected = hmac.new(secret.encode(), signed_at.encode() + b"." + body, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected, given):
        raise ValueError("wrong signature")
    if abs(int(time.time()) - int(signed_at)) > tolerance_seconds:
        raise ValueError("too old, or from the future")
`;

const PHP = `<?php

function verify_webhook(string $body, ?string $signature, string $secret, int $toleranceSeconds = 300): void
{
    if ($secret === '') {
        throw new InvalidArgumentException('The secret of the webhook is missing.');
    }
    if (preg_match('/\\At=(0|[1-9][0-9]{0,11}),v1=([0-9a-f]{64})\\z/', $signature ?? '', $parts) !== 1) {
        throw new RuntimeException('malformed signature');
    }
    [, $time, $given] = $parts;
    if (!hash_equals(hash_hmac('sha256', $time . '.' . $body, $secret), $given)) {
        throw new RuntimeException('wrong signature');
    }
    if (abs(time() - (int) $time) > $toleranceSeconds) {
        throw new RuntimeException('too old, or from the future');
    }
}

// The raw body is file_get_contents('php://input'), the signature $_SERVER['HTTP_X_TE_SIGNATURE'].
`;

const GO = `package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"regexp"
	"strconv"
	"time"
)

var signatureForm = regexp.MustCompile(\`\\At=(0|[1-9][0-9]{0,11}),v1=([0-9a-f]{64})\\z\`)

func Verify(body []byte, signature, secret string, tolerance time.Duration) error {
	if secret == "" {
		return errors.New("the secret of the webhook is missing")
	}
	parts := signatureForm.FindStringSubmatch(signature)
	if parts == nil {
		return errors.New("malformed signature")
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(parts[1] + "."))
	mac.Write(body)
	given, err := hex.DecodeString(parts[2])
	if err != nil || !hmac.Equal(mac.Sum(nil), given) {
		return errors.New("wrong signature")
	}
	seconds, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		return err
	}
	if age := time.Since(time.Unix(seconds, 0)).Truncate(time.Second); age > tolerance || age < -tolerance {
		return errors.New("too old, or from the future")
	}
	return nil
}
`;

export const VERIFIERS = { Node: NODE, Python: PYTHON, PHP, Go: GO } as const;

export type VerifierLanguage = keyof typeof VERIFIERS;
