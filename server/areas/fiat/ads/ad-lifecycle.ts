/** The lifecycle `fiat-ad` on this server. */
import type { SnapshotFrom } from 'xstate';
import { ensure } from '../../../../contract/assert.ts';
import type { FiatAdState } from '../../../../contract/fiat/fiat-kinds.ts';
import { fiatAdKind } from '../../../../machines/domain/fiat/fiat-ad.kind.ts';
import type { fiatAdMachine } from '../../../../machines/domain/fiat/fiat-ad.machine.ts';
import type { fiatAds } from '../../../kit/db/schema/fiat.ts';
import type { LifecycleSpec, LifecycleStep } from '../../../kit/lifecycle/lifecycles.types.ts';

export const FIAT_AD: LifecycleSpec<typeof fiatAdMachine> = {
  ...fiatAdKind,
  version: 1,
  migrations: {},
};

export type AdStep = LifecycleStep<typeof fiatAdMachine>;
export type AdRow = typeof fiatAds.$inferSelect;

/** Returns the `state` of the wire and of the row from the state of the machine. */
export const adStateOf = (snapshot: SnapshotFrom<typeof fiatAdMachine>): FiatAdState =>
  ensure(
    Object.values(snapshot.getMeta()).find((meta) => meta !== undefined),
    'meta of the state of an ad',
  ).state;
