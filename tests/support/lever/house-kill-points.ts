/** Acts on the funds of contracts, and of a mark on many positions, at which a server is killed. */
import { ensure } from '../../../contract/assert.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { signInColleague } from '../operator/colleague.ts';
import { signInOperator } from '../operator/operators.ts';
import type { TestOperator } from '../operator/operators.ts';
import { queryServer } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';
import { ContractUser } from './contract-users.ts';
import { nothing, type KillPoint, type KillWorld } from './kill-points.ts';

const REASON = 'as the test says';
const [CROWD, POSITIONS] = [80, 12];
/** A fall of 3 % leaves none of the crowd half of the margin, which is 2 % of this. */
const [CROWD_FUNDS, CROWD_VALUE] = ['1300', 50_000];
/** The pool of the deleveraging, and the value of the position whose profit takes most of it. */
const [POOL, WINNING] = [40_000, 212_000];

/** One operator for all points of a server, because an authenticator is bound once. */
const operators = new WeakMap<TestServer, Promise<TestOperator>>();
function operatorOf(server: TestServer): Promise<TestOperator> {
  const known = operators.get(server) ?? signInOperator(server);
  operators.set(server, known);
  return known;
}

const lotsOf = ({ quiet }: KillWorld, value: number): string =>
  String(Math.floor(value / (quiet * 0.001)));

/** The text of one row. */
async function textOf(
  server: TestServer,
  statement: string,
  values: readonly unknown[],
): Promise<string> {
  const rows = await queryServer<{ readonly text: string }>(server, statement, values);
  return ensure(rows[0], 'a row').text;
}

/** Leaves so much in the pool and nothing in the insurance fund. */
async function drain(server: TestServer): Promise<void> {
  const operator = await operatorOf(server);
  const { house } = await operator.ask('getLeverDesk', {});
  const taken = { pool: String(POOL - Number(house.pool)), insurance: `-${house.insurance}` };
  await operator.ask('askLeverFunding', { ...taken, reason: REASON });
  const { funds } = await operator.ask('getLeverDesk', {});
  const waiting = funds.fundings.find(({ state }) => state === 'waiting');
  const colleague = await signInColleague(server);
  const decision = { id: ensure(waiting, 'a funding').id, reason: REASON };
  await colleague.ask('approveLeverFunding', decision);
}

let fundings = 0;

export const HOUSE_POINTS: Readonly<Record<string, KillPoint>> = {
  'a funding': {
    namesOutcome: true,
    prepare: async (_user, { server }) => {
      const operator = await operatorOf(server);
      // No other funding has this amount.
      const amount = 1_000 + (fundings += 1);
      return {
        // The requested amount is booked after a restart without a repetition.
        act: async () => {
          const asked = await queryServer(server, ASKED, [amount]);
          if (asked.length > 0) return;
          await operator.ask('askLeverFunding', { pool: String(amount), reason: REASON });
        },
        outcome: {
          wanted: '1 of pool, 1 in the journal',
          state: () => textOf(server, FUNDED, [amount]),
        },
      };
    },
  },
  'a mass stop-out': {
    namesOutcome: true,
    part: 0.97,
    prepare: async (_user, world) => {
      const { server, btc } = world;
      const lots = lotsOf(world, CROWD_VALUE / POSITIONS);
      const emails: string[] = [];
      while (emails.length < CROWD) {
        // A turn of the writer has at least 32 accounts, however long it takes.
        const user = await ContractUser.open(server, CROWD_FUNDS);
        emails.push(user.email);
        for (let at = 0; at < POSITIONS; at += 1) await user.place(btc, { lots, multiple: '50' });
      }
      const all = CROWD * POSITIONS;
      return {
        act: nothing,
        outcome: {
          wanted: `${all} stopped out, ${all} closed`,
          state: () => textOf(server, STOPPED_OUT, [emails]),
        },
      };
    },
  },
};

/** The pool is nearly used up by the profit of one position, so that it comes last on its server. */
export const DELEVERAGING: KillPoint = {
  namesOutcome: true,
  part: 1.165,
  prepare: async (user, world) => {
    const { server, btc } = world;
    await drain(server);
    await server.grant(user.email, 'USDT', String(POOL));
    await user.move(ACCOUNT_TYPES.spot, ACCOUNT_TYPES.contract, String(POOL));
    await user.place(btc, { lots: lotsOf(world, WINNING) });
    return {
      act: nothing,
      outcome: {
        wanted: 'closed deleveraged, 1 closed',
        state: () => textOf(server, DELEVERAGED, [user.email]),
      },
    };
  },
};

const ASKED = 'select 1 from lever_fundings where pool = $1::numeric * 10::numeric ^ 18';
const FUNDED = `
  select concat((select count(*) from lever_funds where pool = $1::numeric * 10::numeric ^ 18), ' of pool, ',
    (select count(*) from ledger_entries entry
       where account_type = 110 and available_delta = $1::numeric * 10::numeric ^ 18), ' in the journal') as text`;
const OF_EMAILS = `
  from lever_orders join users on users.id = owner_id
  left join lever_events event on event.order_id = lever_orders.id and event.type = 'closed'`;
const STOPPED_OUT = `
  select concat(count(distinct lever_orders.id) filter (where close_reason = 'stop_out'), ' stopped out, ',
    count(event.type), ' closed') as text ${OF_EMAILS} where email = any($1)`;
const DELEVERAGED = `
  select concat(max(state), ' ', max(close_reason), ', ', count(event.type), ' closed') as text
  ${OF_EMAILS} where email = $1`;
