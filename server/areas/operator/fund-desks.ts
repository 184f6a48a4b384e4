/**
 * The desks of the pool of fast contracts, of the savings fund and of issuers' tokens: what each needs, and how it books
 * a change.
 */
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Clock } from '../../../contract/time.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { refusableTransaction } from '../../kit/db/refusable-transaction.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { findHouseFund } from '../../ledger/ledger.repo.ts';
import type { OfferingCommands } from '../ieo/ieo.area.ts';
import { isPoolFunded } from '../micro/micro.area.ts';
import type { MicroDeskCommands, MicroDeskView } from '../micro/micro.area.ts';
import { bookStakingFunding } from '../staking/staking.area.ts';
import { lockFundChange, updateFundChange } from './fund-changes.repo.ts';
import { FundDesk, type FundAmount, type WorthInLimit } from './fund-desk.ts';
import type { FundChange } from './fund-changes.repo.ts';
import { MICRO_FUND, OFFERING_FUND, STAKING_FUND } from './report-changes.ts';

interface FundDesksParts {
  readonly database: Database;
  readonly currencies: Currencies;
  readonly worthInLimit: WorthInLimit;
  readonly micro: MicroDeskCommands & MicroDeskView;
  readonly offerings: Pick<OfferingCommands, 'fund'>;
  readonly clock: Clock;
}

/** Request of the movement of a change. */
const requestIdOf = (id: number): string => `funding-${id}`;

/** Books first what an earlier run has approved. */
export async function openFundDesks(parts: FundDesksParts) {
  const microPool = microPoolDesk(parts);
  const stakingFund = stakingFundDesk(parts);
  await microPool.bookApproved();
  await stakingFund.bookApproved();
  const offeringTokens = offeringTokensDesk(parts);
  await offeringTokens.bookApproved();
  return { microPool, stakingFund, offeringTokens };
}

function microPoolDesk(parts: FundDesksParts): FundDesk<'service_unavailable'> {
  const { database, micro, clock } = parts;
  return new FundDesk({
    ...parts,
    fund: 'micro_pool',
    subject: MICRO_FUND,
    actions: {
      ask: 'micro_fund.ask',
      approve: 'micro_fund.approve',
      withdraw: 'micro_fund.withdraw',
    },
    async judge({ amount }) {
      if (micro.pool().free + amount < 0n) return refuse('funds_needed');
      return micro.takesCommands ? ok(null) : refuse('service_unavailable');
    },
    // The dealing writer has its own commits; the request says whether it has booked the change already.
    async book({ id, amount }) {
      const requestId = requestIdOf(id);
      if (!(await isPoolFunded(database, requestId))) {
        const booked = await micro.fundPool({ amount, requestId }, clock.now());
        if (!booked.ok && booked.error === 'service_unavailable') return;
        if (!booked.ok) return updateFundChange(database, id, { state: 'refused' });
      }
      await updateFundChange(database, id, { state: 'booked' });
    },
  });
}

function stakingFundDesk(parts: FundDesksParts): FundDesk {
  const { database, clock } = parts;
  return new FundDesk<never>({
    ...parts,
    fund: 'staking_fund',
    subject: STAKING_FUND,
    actions: {
      ask: 'staking_fund.ask',
      approve: 'staking_fund.approve',
      withdraw: 'staking_fund.withdraw',
    },
    judge: judgeFree(database, 'stakingFund'),
    book: (change) =>
      bookOnce(database, change, (tx, funding) => bookStakingFunding(tx, funding, clock.now())),
  });
}

/** Refuses to take more than is free. */
const judgeFree =
  (database: Database, fund: Parameters<typeof findHouseFund>[1]) =>
  async ({ currencyId, amount }: FundAmount): Promise<Result<null, 'funds_needed'>> => {
    const free = (await findHouseFund(database, fund)).get(currencyId)?.free ?? 0n;
    return free + amount < 0n ? refuse('funds_needed') : ok(null);
  };

function offeringTokensDesk(parts: FundDesksParts): FundDesk {
  const { database, offerings, clock } = parts;
  return new FundDesk<never>({
    ...parts,
    fund: 'offering_tokens',
    subject: OFFERING_FUND,
    actions: {
      ask: 'offering_fund.ask',
      approve: 'offering_fund.approve',
      withdraw: 'offering_fund.withdraw',
    },
    judge: judgeFree(database, 'ieoTokens'),
    book: (change) =>
      bookOnce(database, change, (tx, { requestId, ...tokens }) =>
        offerings.fund(tx, tokens, { requestId, now: clock.now() }),
      ),
  });
}

interface Funding {
  readonly currencyId: number;
  readonly amount: bigint;
  readonly requestId: string;
}

/** Books a change and marks it in one transaction; marks it as refused if the fund does not hold it. */
async function bookOnce(
  database: Database,
  { id, fund, currencyId, amount }: FundChange,
  post: (tx: Transaction, funding: Funding) => Promise<Result<unknown>>,
): Promise<void> {
  const booked = await refusableTransaction(database, async (tx) => {
    const change = await lockFundChange(tx, fund, id);
    // Another server has booked it.
    if (change?.state !== 'approved') return ok(null);
    const posted = await post(tx, { currencyId, amount, requestId: requestIdOf(id) });
    if (!posted.ok) return posted;
    await updateFundChange(tx, id, { state: 'booked' });
    return ok(null);
  });
  if (!booked.ok) await updateFundChange(database, id, { state: 'refused' });
}
