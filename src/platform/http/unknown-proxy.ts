import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { parseAddress, withoutMapping } from '../../kernel/ip-address';
import { addressOf } from '../context/network';

/** Where proxies stand: on the machine, or in its network. Anybody else who names a caller is not believed, and no news. */
const NEARBY = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];

/**
 * Says in the log, once, that a proxy stands in front of the service which TRUST_PROXY does not name. Everything works,
 * but whoever comes through it counts as one caller, and shares with all others the limits of requests and of guesses.
 */
export function warnOfUnknownProxy(logger: Logger): RequestHandler {
  let hasWarned = false;
  return (request: Request, _response: Response, next: NextFunction) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      const proxy = addressOf(request.socket.remoteAddress);
      if (proxy !== null && isNearby(proxy) && !isTrusted(request, proxy)) {
        hasWarned = true;
        logger.warn(
          { proxy },
          'A proxy sends X-Forwarded-For, and TRUST_PROXY does not name it: all who come through it count as one caller.',
        );
      }
    }
    next();
  };
}

function isNearby(address: string): boolean {
  return NEARBY.includes(withoutMapping(parseAddress(address)).range());
}

/** What Express has made of TRUST_PROXY. */
function isTrusted({ app }: Request, proxy: string): boolean {
  return (app.get('trust proxy fn') as (address: string, hop: number) => boolean)(proxy, 0);
}
