import { Global, Module, type DynamicModule } from '@nestjs/common';
import { HOST_RESOLVER, SystemHostResolver, type HostResolver } from './host-resolver';
import { OutboundHttp, type OutboundHttpOptions } from './outbound-http.service';

/**
 * Calls to addresses that customers name. This part imports nothing of the service but the kernel, so that it can
 * become a package.
 */
@Global()
@Module({})
export class OutboundHttpModule {
  static forRoot(options: OutboundHttpOptions): DynamicModule {
    return {
      module: OutboundHttpModule,
      providers: [
        { provide: HOST_RESOLVER, useFactory: () => new SystemHostResolver() },
        {
          provide: OutboundHttp,
          useFactory: (resolver: HostResolver) => new OutboundHttp(options, resolver),
          inject: [HOST_RESOLVER],
        },
      ],
      exports: [OutboundHttp],
    };
  }
}
