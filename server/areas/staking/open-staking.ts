/** Composition and start of staking. */
import type { CatchUpWork } from '../../kit/process/catch-up-work.ts';
import type { ClosingStack } from '../../kit/process/closing-stack.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { DividendRounds } from './dividend-round.ts';
import type { DividendRoundParts } from './dividend-round.ts';
import { createStakingHandlers } from './staking-handlers.ts';
import { StakingWire } from './staking-wire.ts';
import { StakingSubscriptions } from './subscriptions.ts';
import type { SubscriptionParts } from './subscriptions.ts';

interface StakingParts
  extends
    Omit<SubscriptionParts, 'wire' | 'currencies' | 'updates'>,
    Omit<DividendRoundParts, 'wire' | 'subscriptions'> {
  readonly currencies: Pick<Currencies, 'byId'>;
  readonly opened: ClosingStack;
  readonly catchUp: CatchUpWork;
}

/** Begins with the subscriptions of an earlier run; adds everything that must be closed to `opened`. */
export async function openStaking(parts: StakingParts) {
  const { opened, catchUp, clock } = parts;
  const wire = new StakingWire(parts.currencies);
  const subscriptions = new StakingSubscriptions({ ...parts, wire });
  const rounds = new DividendRounds({ ...parts, wire, subscriptions });
  opened.add('dividends', () => rounds.stop());
  await catchUp.begin('requested staking positions', () => subscriptions.recover(clock.now()));
  rounds.start();
  return { handlers: createStakingHandlers({ ...parts, subscriptions, wire }) };
}
