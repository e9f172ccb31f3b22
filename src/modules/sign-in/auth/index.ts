export { AuthModule } from './auth.module';
export { FirstOperator, type Operator } from './first-operator.service';
