/** Halts of chains: their foreign transactions, which operators name, and operators' acknowledgements. */
import { ensure } from '../../../contract/assert.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { ForeignTransactions } from '../../../contract/operator/schemas/custody.ts';
import type { OperatorChainHalt } from '../../../contract/operator/schemas/custody.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { ChainHalt, Custody, WalletTransaction } from '../custody/custody.area.ts';
import type { ForeignNaming, NamingError, ReserveChecks } from '../wallet/wallet.area.ts';
import { writeAudit } from './audit-trail.ts';
import type { OperatorAct } from './audit-trail.ts';
import { findLastActs } from './revisions.repo.ts';

interface ChainDeskParts {
  readonly database: Database;
  readonly currencies: Pick<Currencies, 'byId'>;
  readonly custody: Pick<Custody, 'chains' | 'health'>;
  readonly foreign: Pick<ForeignNaming, 'list' | 'name'>;
  readonly reserves: Pick<ReserveChecks, 'acceptMissing'>;
}

/** The name of a foreign transaction; see `Naming` of the wallet. */
interface ForeignName {
  readonly halt: HaltAcknowledgement;
  readonly nonce: number;
  readonly lastNonce: number;
  readonly withdrawalId: number | null;
  readonly hash: string | null;
}

/** A decision about a halt at the revision that the operator saw, with the operator and the reason. */
interface HaltAcknowledgement {
  readonly id: number;
  readonly seen: number;
  readonly act: OperatorAct;
  readonly reason: string;
}

export class ChainDesk {
  readonly #parts: ChainDeskParts;

  constructor(parts: ChainDeskParts) {
    this.#parts = parts;
  }

  /** Halts that last, oldest first. */
  async list(): Promise<OperatorChainHalt[]> {
    const { database, custody } = this.#parts;
    const actedOn = await findLastActs(database, 'chain_halt');
    return (await custody.health.list()).map((halt) => ({
      id: String(halt.id),
      chain: halt.chain,
      chain_name: custody.chains.get(halt.chain)?.displayName ?? halt.chain,
      cause: halt.cause,
      detail: halt.detail,
      began_at: halt.beganAtMs,
      revision: actedOn(halt.id).revision,
      last_act: actedOn(halt.id).act,
    }));
  }

  /** record_not_found: the halt has ended, or its chain has no wallet. */
  async listForeign(
    haltId: number,
  ): Promise<Result<ForeignTransactions, 'record_not_found' | 'service_unavailable'>> {
    const halt = await this.#find(haltId);
    if (halt === undefined) return refuse('record_not_found');
    const found = await this.#parts.foreign.list(halt.chain);
    if (!found.ok) return found;
    const { listed, next, used, isFirstUse } = found.value;
    const transactions = listed.map(({ nonce, found: one, withdrawals }) => ({
      nonce,
      hash: one?.hash ?? null,
      payment: this.#paymentOf(one?.target ?? null),
      withdrawals: withdrawals.map((row) => ({ id: String(row.id), ...this.#sum(row) })),
    }));
    return ok({ transactions, count: Math.max(0, used - next), is_first_use: isFirstUse });
  }

  /** Names a foreign transaction of the halted chain. */
  async nameForeign({
    halt: { id, seen, act, reason },
    ...name
  }: ForeignName): Promise<Result<null, NamingError>> {
    const halt = await this.#find(id);
    if (halt === undefined) return refuse('record_not_found');
    const { chain } = halt;
    const { nonce, lastNonce, withdrawalId } = name;
    return this.#parts.foreign.name({
      ...name,
      chain,
      operatorId: act.operatorId,
      now: act.now,
      alsoWrite: (tx, hash) =>
        writeAudit(tx, act, {
          action: 'chain_halt.name',
          subject: ['chain_halt', id],
          reason,
          seen,
          details: {
            chain,
            nonce: String(nonce),
            ...(lastNonce > nonce && { last_nonce: String(lastNonce) }),
            ...(hash !== null && { transaction_hash: hash }),
            ...(withdrawalId !== null && { withdrawal: String(withdrawalId) }),
          },
        }),
    });
  }

  /** Ends a halt. Refused while its cause can still be seen. */
  async acknowledge({
    id,
    seen,
    act,
    reason,
  }: HaltAcknowledgement): Promise<Result<null, 'record_not_found' | 'chain_check_fails'>> {
    const { operatorId, now } = act;
    const alsoWrite = async (tx: Transaction, { chain, cause }: ChainHalt): Promise<void> => {
      if (cause === 'custody_short') await this.#parts.reserves.acceptMissing(chain);
      await writeAudit(tx, act, {
        action: 'chain_halt.acknowledge',
        subject: ['chain_halt', id],
        reason,
        seen,
        details: { chain, cause },
      });
    };
    const { health } = this.#parts.custody;
    const ended = await health.acknowledge({ haltId: id, operatorId, now, alsoWrite });
    return ended.ok ? ok(null) : ended;
  }
  async #find(haltId: number): Promise<ChainHalt | undefined> {
    return (await this.#parts.custody.health.list()).find(({ id }) => id === haltId);
  }

  /** Null for a transaction that pays no coin of the exchange. */
  #paymentOf(target: WalletTransaction['target']) {
    if (target === null || target.currencyId === null) return null;
    return { ...this.#sum(target), address: target.address };
  }

  #sum({ currencyId, amount }: { readonly currencyId: number; readonly amount: bigint }) {
    const { code, scale } = ensure(this.#parts.currencies.byId(currencyId), 'currency of a coin');
    return { amount: formatUnits(amount, scale), currency_code: code };
  }
}
