import { RecordKind } from '../../../platform/records/record-kind';
import { ApiKey } from './api-key.entity';
import { ApiKeyView, type ApiKeyRow } from './api-keys.dto';

export const API_KEY_RECORD = new RecordKind<ApiKeyRow>({
  type: 'api_key',
  view: ApiKeyView,
  permission: 'apiKeys.read',
  named: { entity: ApiKey, property: 'name' },
  userNames: { createdByName: 'createdBy' },
  changes: { created: {}, updated: {}, revoked: {} },
});
