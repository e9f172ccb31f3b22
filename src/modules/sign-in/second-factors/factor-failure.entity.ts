import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often showing a second factor of a user has failed since a right one was shown. There is no row without failures. */
@Entity({ name: 'factor_failures' })
export class FactorFailure {
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  /** Those in the window. */
  @Column({ type: 'integer' }) failures: number;
  @Column({ type: 'timestamptz', precision: 3 }) windowEndsAt: Date;
  /** All of them, however long ago. */
  @Column({ type: 'integer' }) inARow: number;
}
