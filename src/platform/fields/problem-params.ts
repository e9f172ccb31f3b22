import { ApiPropertyOptional } from '@nestjs/swagger';

export const PARAMS_DESCRIPTION =
  'The figures of the rule, for programs that write a message of their own: `min`, `max`, `allowed`.';

/** The field `params` of a problem of a field. */
export function Params(): PropertyDecorator {
  return ApiPropertyOptional({
    type: 'object',
    description: PARAMS_DESCRIPTION,
    additionalProperties: {
      oneOf: [{ type: 'number' }, { type: 'string' }, { type: 'array', items: { type: 'string' } }],
    },
    example: { max: 200 },
  });
}
