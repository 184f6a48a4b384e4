/** A ledger in memory that the movements of contract events fill, to compare it with the core. */
import { assert } from '../../../contract/assert.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { LeverEvent } from '../../../server/engine/lever/lever-types.ts';
import { HOUSE_ACCOUNTS, LEVER_DEBT_ACCOUNT, mayOwe } from '../../../server/ledger/chart.ts';
import { leverMovementOf } from '../../../server/areas/lever/lever-recipes.ts';

interface Balance {
  available: bigint;
  frozen: bigint;
}

const CAUSE = { currencyId: 1, requestId: 'request', actorId: 0, postingId: 1 };
const HOUSE = 0;

export class LeverLedger {
  readonly #balances = new Map<string, Balance>();

  constructor(house: { readonly pool: bigint; readonly insurance: bigint }) {
    this.fund(house.pool, house.insurance);
  }

  /** The sum of all accounts. */
  get total(): bigint {
    return [...this.#balances.values()].reduce(
      (sum, { available, frozen }) => sum + available + frozen,
      0n,
    );
  }

  /** Pool and insurance fund. */
  get houseText(): string {
    const [pool, fund] = [HOUSE_ACCOUNTS.leverPool, HOUSE_ACCOUNTS.leverInsurance].map(
      (type) => this.#of(HOUSE, type).available,
    );
    return `${pool} ${fund}`;
  }

  /** Available, frozen, and the account of the debt, which is below zero. */
  textOf(ownerId: number): string {
    const { available, frozen } = this.#of(ownerId, ACCOUNT_TYPES.contract);
    return `${available} ${frozen} ${this.#of(ownerId, LEVER_DEBT_ACCOUNT).available}`;
  }

  fund(pool: bigint, insurance: bigint): void {
    this.#add(HOUSE, HOUSE_ACCOUNTS.leverPool, pool);
    this.#add(HOUSE, HOUSE_ACCOUNTS.leverInsurance, insurance);
  }

  /** Books the movement of an event, and what its posting would book. @throws AssertionError for an overdraft. */
  book(event: LeverEvent): void {
    if (event.type === 'money.arrived')
      this.#add(event.ownerId, ACCOUNT_TYPES.contract, event.amount);
    if (event.type === 'money.left')
      this.#add(event.ownerId, ACCOUNT_TYPES.contract, -event.amount);
    for (const entry of leverMovementOf(event, CAUSE)?.entries ?? [])
      this.#add(entry.ownerId, entry.accountType, entry.available, entry.frozen);
  }

  #add(ownerId: number, accountType: number, available: bigint, frozen = 0n): void {
    const balance = this.#of(ownerId, accountType);
    balance.available += available;
    balance.frozen += frozen;
    const isCovered = balance.available >= 0n && balance.frozen >= 0n;
    assert(isCovered || mayOwe(accountType), `account type ${accountType} is not below zero`);
  }

  #of(ownerId: number, accountType: number): Balance {
    const key = `${ownerId}/${accountType}`;
    const balance = this.#balances.get(key) ?? { available: 0n, frozen: 0n };
    this.#balances.set(key, balance);
    return balance;
  }
}
