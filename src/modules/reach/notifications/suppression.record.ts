import { RecordKind } from '../../../platform/records/record-kind';
import { SuppressionView } from './suppressions.dto';

/** Its address is in no record of the log. */
export const SUPPRESSION_RECORD = new RecordKind<SuppressionView>({ type: 'suppression', view: SuppressionView });
