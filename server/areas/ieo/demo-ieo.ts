/** The offerings of the demo exchange: an announced, an open and an ended offering. */
import { assert, ensure } from '../../../contract/assert.ts';
import { DAY_MS, type EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import { ieoOfferings } from '../../kit/db/schema/ieo.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { IeoWire } from './ieo-wire.ts';
import { OfferingCommands } from './offering-commands.ts';
import { createOfferingSteps } from './offering-steps.ts';

interface DemoOffering {
  readonly token: string;
  /** Thousandths of a USDT for one token. */
  readonly price: bigint;
  /** Whole tokens in one step. */
  readonly step: bigint;
  readonly offered: number;
  readonly cap: number;
  readonly yieldPpm: number | null;
  /** Days from the seed. */
  readonly preheat: number;
  readonly opens: number;
  readonly closes: number;
}

const PAY = 'USDT';
const WHOLE = 1_000n;
const STEPS_MAX = 500;
const OFFERINGS: readonly DemoOffering[] = [
  {
    token: 'MRB',
    price: 250n,
    step: 100n,
    offered: 40_000,
    cap: 200,
    yieldPpm: null,
    preheat: 0,
    opens: 3,
    closes: 10,
  },
  {
    token: 'LUM',
    price: 500n,
    step: 100n,
    offered: 20_000,
    cap: 100,
    yieldPpm: 85_000,
    preheat: -3,
    opens: 0,
    closes: 7,
  },
  {
    token: 'TIDE',
    price: 1_200n,
    step: 50n,
    offered: 10_000,
    cap: 100,
    yieldPpm: 60_000,
    preheat: -10,
    opens: -7,
    closes: 0,
  },
];

/** Does nothing where there are offerings. */
export async function seedDemoIeo(
  tx: Transaction,
  currencies: Pick<Currencies, 'byCode' | 'byId'>,
  now: EpochMs,
): Promise<void> {
  if ((await tx.$count(ieoOfferings)) > 0) return;
  const commands = new OfferingCommands(
    createOfferingSteps({
      database: tx,
      updates: { publish: () => {} },
      wire: new IeoWire(currencies),
    }),
  );
  const ask = { operatorId: null, requestId: 'seed', now };
  const pay = ensure(currencies.byCode(PAY), PAY);
  for (const each of OFFERINGS) {
    const token = ensure(currencies.byCode(each.token), each.token);
    const [tokenUnit, payUnit] = [10n ** BigInt(token.scale), 10n ** BigInt(pay.scale)];
    const issuePrice = (each.price * payUnit) / WHOLE;
    const stepSize = each.step * tokenUnit;
    const amount = BigInt(each.offered) * stepSize;
    const funded = await commands.fund(tx, { currencyId: token.id, amount }, ask);
    assert(funded.ok, 'custody owes the tokens');
    const { id } = await commands.create(
      tx,
      {
        tokenCurrencyId: token.id,
        payCurrencyId: pay.id,
        issuePrice,
        stepSize,
        stepPrice: each.step * issuePrice,
        offered: each.offered,
        cap: each.cap,
        stepsMin: 1,
        stepsMax: STEPS_MAX,
        yieldPpm: each.yieldPpm,
        preheatAtMs: now + each.preheat * DAY_MS,
        opensAtMs: now + each.opens * DAY_MS,
        closesAtMs: now + each.closes * DAY_MS,
      },
      ask,
    );
    const published = await commands.publish(tx, { ...ask, id });
    assert(published.ok, 'a draft with its tokens is published');
  }
}
