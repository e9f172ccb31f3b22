import { Controller, Get, Query } from '@nestjs/common';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { SearchQuery, SearchResults } from './search.dto';
import { SearchService } from './search.service';

@Controller('api/search')
@Section('One search over records of several types.')
export class SearchController {
  constructor(private readonly searches: SearchService) {}

  @Get()
  @Access('any')
  @Operation({
    operationId: 'searchRecords',
    summary: 'Search everything',
    description:
      'Tours, events, guests, vehicles, and members for callers with `users.read`; of each type the best first: those that ' +
      'begin with the text, then those that have it at the start of a word, then the others.',
    response: { body: SearchResults },
  })
  search(@Query() query: SearchQuery): Promise<SearchResults> {
    return this.searches.search(query);
  }
}
