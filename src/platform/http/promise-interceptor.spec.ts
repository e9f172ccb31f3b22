import { Controller, Get, Module, UseInterceptors, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { map } from 'rxjs';
import { callInterceptorsDirectly, PromiseInterceptor, type Next } from './promise-interceptor';

class Around extends PromiseInterceptor {
  async around(execution: ExecutionContext, next: Next): Promise<unknown> {
    if (execution.getHandler().name === 'refused') throw new Error('not through here');
    return `around ${execution.getType()} (${String(await next())})`;
  }
}

class Within extends PromiseInterceptor {
  async around(_execution: ExecutionContext, next: Next): Promise<unknown> {
    return `within (${String(await next())})`;
  }
}

const ordinary: NestInterceptor = {
  intercept: (_execution, next) => next.handle().pipe(map((response) => `observed (${String(response)})`)),
};

@Controller()
class Replies {
  @Get('direct')
  @UseInterceptors(Around, Within)
  direct(): string {
    return 'reply';
  }

  @Get('mixed')
  @UseInterceptors(Around, ordinary, Within)
  mixed(): string {
    return 'reply';
  }

  @Get('nothing')
  @UseInterceptors(Around, ordinary)
  async nothing(): Promise<void> {
    await Promise.resolve();
  }

  @Get('refused')
  @UseInterceptors(Around, Within)
  refused(): string {
    return 'reply';
  }
}

@Module({ controllers: [Replies] })
class RepliesModule {}

describe('interceptors of promises', () => {
  let app: NestExpressApplication;
  let url: string;

  beforeAll(async () => {
    callInterceptorsDirectly();
    callInterceptorsDirectly();
    app = await NestFactory.create<NestExpressApplication>(RepliesModule, { logger: false });
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });
  afterAll(() => app.close());

  const responseOf = async (path: string): Promise<[number, string]> => {
    const response = await fetch(`${url}/${path}`);
    return [response.status, await response.text()];
  };

  it('stand before the controller in their order', async () => {
    expect(await responseOf('direct')).toEqual([200, 'around http (within (reply))']);
  });

  it('stand before it together with those that Nest runs in observables', async () => {
    expect(await responseOf('mixed')).toEqual([200, 'around http (observed (within (reply)))']);
    expect(await responseOf('nothing')).toEqual([200, 'around http (observed (undefined))']);
  });

  it('may refuse', async () => {
    expect((await responseOf('refused'))[0]).toBe(500);
  });
});
