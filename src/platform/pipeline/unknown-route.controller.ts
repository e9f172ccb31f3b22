import { All, Controller, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { MethodNotAllowed, NotFound } from '../../kernel/problems';
import { Access } from '../routes/access.decorator';
import { RouteTable } from '../routes/route-table';

/**
 * Responds to what no other route under /api matches. A route like any other, so that such requests are counted too.
 */
@ApiExcludeController()
@Controller()
export class UnknownRouteController {
  constructor(private readonly table: RouteTable) {}

  @All(['api', 'api/*path'])
  @Access('public', { recognized: true })
  reject(@Req() request: Request, @Res({ passthrough: true }) response: Response): void {
    const methods = this.table.methodsAt(request.path);
    if (methods.length === 0) throw new NotFound();
    if (request.method !== 'OPTIONS') throw new MethodNotAllowed(methods);
    response.setHeader('Allow', methods.join(', '));
    response.status(204);
  }
}
