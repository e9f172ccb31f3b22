import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { CrossSiteDefence } from './cross-site-defence';

/**
 * Keeps other sites from signing a browser in: what its user then does would land in a stranger's account. The
 * platform's guards check this only for routes that take a credential.
 */
@Injectable()
export class SameSiteGuard implements CanActivate {
  constructor(private readonly crossSite: CrossSiteDefence) {}

  canActivate(execution: ExecutionContext): boolean {
    if (!this.crossSite.allows(execution.switchToHttp().getRequest<Request>())) throw this.crossSite.error();
    return true;
  }
}
