export { ConflictsModule } from './conflicts.module';
export { ConflictsService } from './conflicts.service';
export { ConflictView } from './conflicts.dto';
