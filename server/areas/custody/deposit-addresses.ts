/** Gives each user their own address for each coin on each chain. */
import { ensure } from '../../../contract/assert.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import type { Chain } from './chain.types.ts';
import type { DepositAddresses, WalletCoins } from './custody.types.ts';
import {
  findAddress,
  findDepositAddress,
  findFirstAddress,
  insertDepositAddress,
  takeAddressIndex,
} from './deposit-addresses.repo.ts';

interface DepositAddressParts {
  readonly database: Database;
  readonly chains: ReadonlyMap<string, Chain>;
  readonly coins: Pick<WalletCoins, 'find'>;
  isFollowed(chain: string): boolean;
  readonly log: Log;
}

export function createDepositAddresses(parts: DepositAddressParts): DepositAddresses {
  const { database, chains, coins, log } = parts;
  /** A row that was added by hand could lead deposits to the address of a thief. */
  const shown = (chain: Chain, { index, address }: { index: number; address: string }) => {
    if (chain.addressFor(index) === address) return ok(address);
    log.error({ chain: chain.name, index }, 'a deposit address does not follow from its number');
    return refuse('deposits_suspended');
  };
  return {
    async get({ userId, currencyId, chain: name }, now) {
      const coin = await coins.find(currencyId, name);
      // Without any configured chain, the caller's choice is not the error.
      if (!coin.ok && coin.error === 'chain_not_found' && chains.size === 0)
        return refuse('deposits_suspended');
      if (!coin.ok) return coin;
      const chain = chains.get(name);
      if (chain === undefined || !coin.value.canDeposit) return refuse('deposits_suspended');
      if (!parts.isFollowed(name)) return refuse('service_unavailable');
      const owner = { userId, currencyId, chain: name };
      const known = await findDepositAddress(database, owner);
      if (known !== undefined) return shown(chain, known);
      const index = await takeAddressIndex(database);
      const address = chain.addressFor(index);
      // A concurrent call may have inserted first; its address is used then.
      await insertDepositAddress(database, { ...owner, index, address }, now);
      return shown(chain, ensure(await findDepositAddress(database, owner), 'address'));
    },
    async ownerOf(name, address) {
      const found = await findAddress(database, name, address);
      return found && chains.get(name)?.addressFor(found.index) === address ? found.userId : null;
    },
    async haveOtherKeys(name) {
      const first = await findFirstAddress(database, name);
      return first !== undefined && chains.get(name)?.addressFor(first.index) !== first.address;
    },
  };
}
