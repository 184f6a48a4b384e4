/** Passes the reports of the scanner of a chain to deposits and withdrawals. */
import type { ChainListener } from '../custody/custody.area.ts';
import type { ForeignNaming } from './foreign-transactions.ts';
import type { WithdrawalBroadcasts } from './withdrawal-broadcasts.ts';

interface ListenerParts {
  readonly foreign: Pick<ForeignNaming, 'compareOnce'>;
  readonly deposits: ChainListener;
  readonly broadcasts: Pick<WithdrawalBroadcasts, 'headMoved'>;
}

export const createChainListener = ({
  foreign,
  deposits,
  broadcasts,
}: ListenerParts): ChainListener => ({
  blockConnected: (tx, fact) => deposits.blockConnected(tx, fact),
  blockDisconnected: (tx, fact) => deposits.blockDisconnected(tx, fact),
  waitingRead: (fact) => deposits.waitingRead(fact),
  async headMoved(chain, head) {
    await foreign.compareOnce(chain);
    try {
      await deposits.headMoved(chain, head);
    } finally {
      // A deposit that the node does not show would stop all withdrawals of the chain.
      await broadcasts.headMoved(chain, head);
    }
  },
});
