export { ApiKeysModule } from './api-keys.module';
export { KeyCredentials } from './key-credentials.service';
