/** Both writers over one database of the test, and the transfers between their accounts and others. */
import { NO_DEADLINE } from '../../../server/kit/http/deadline.ts';
import { AMOUNT_END } from '../../../server/ledger/invariants.ts';
import { createTransferService } from '../../../server/areas/wallet/transfers.ts';
import type {
  TransferService,
  TransferServiceParts,
} from '../../../server/areas/wallet/transfers.types.ts';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { LeverServer } from '../lever/lever-server.ts';
import { openPostingServer } from '../spot/posting-writer.ts';
import type { PostingServer } from '../spot/posting-writer.ts';
import { NOW, USDT } from '../spot/spot-exchange.ts';

export interface TransferServer {
  readonly spot: PostingServer;
  readonly lever: LeverServer;
  /** Transfers with other parts than those of the server. */
  with(parts: Partial<TransferServiceParts>): TransferService;
  close(): Promise<void>;
}

export async function openTransferServer(address: DatabaseAddress): Promise<TransferServer> {
  const spot = await openPostingServer(address);
  const lever = await LeverServer.open(address, NOW);
  const { database } = spot;
  return {
    spot,
    lever,
    with: (parts) =>
      createTransferService({
        database,
        keyed: database,
        postings: { spot: spot.postings, dealing: lever.postings },
        owing: new Set(),
        closedTypes: new Set(),
        contractable: async () => AMOUNT_END,
        ...parts,
      }),
    close: async () => {
      await lever.close();
      await spot.close();
    },
  };
}

export interface Way {
  readonly ownerId: number;
  readonly from: number;
  readonly to: number;
  readonly amount?: bigint;
  readonly key?: string;
}

/** Transfers 30 units by default. */
export const transferOn = (
  service: TransferService,
  { ownerId, from, to, amount = 30n, key = 'key-of-a-transfer' }: Way,
) =>
  service.create({
    userId: ownerId,
    currencyId: USDT,
    fromAccountType: from,
    toAccountType: to,
    amount,
    idempotencyKey: key,
    deadline: NO_DEADLINE,
    requestId: 'r',
    now: NOW,
  });
