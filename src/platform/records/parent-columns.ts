import { Column } from 'typeorm';
import { PARENT_FIELDS } from '../../kernel/parent-ids';

/** Gives an entity a column for the id of each record that its rows can belong to. */
export function ParentColumns(): ClassDecorator {
  return ({ prototype }) => {
    for (const field of PARENT_FIELDS) Column({ type: 'uuid', nullable: true })(prototype as object, field);
  };
}
