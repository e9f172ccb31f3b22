import { RecordKind } from '../../../platform/records/record-kind';
import { UserView } from './users.dto';

export const USER_RECORD = new RecordKind<UserView>({ type: 'user', view: UserView });
