/** Registration of token subscriptions with the verifier of the ledger: recipes, holds and rules of their records. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { HOUSE_ACCOUNTS, JOURNALS, OWNERS, TRANSIT_ACCOUNT } from '../../ledger/chart.ts';
import { entryShape as entry } from '../../ledger/entry-shape.ts';
import type { CauseSpec, LedgerBookPart } from '../../ledger/ledger-book.types.ts';
import { numberIn } from '../../ledger/verify-causes.repo.ts';
import { lifecycleRowDiffers } from '../../ledger/verify-lifecycle-rule.repo.ts';
import { IEO_OFFERING, IEO_SUBSCRIPTION } from './ieo-lifecycles.ts';
import {
  IEO_RULES,
  ieoAllocationOtherwise,
  ieoListDiffers,
  ieoOfferingNotBooked,
  ieoSubscribedDiffers,
  ieoSubscriptionNotBooked,
  OF_OFFERING,
  OF_SUBSCRIPTION,
  offeringDigest,
} from './ieo-rules.repo.ts';
import { IEO_SHARE_RULE } from './ieo-share-rule.repo.ts';

const { spot, financial } = ACCOUNT_TYPES;
const { custody, ieoTokens, ieoProceeds } = HOUSE_ACCOUNTS;
const [general, ofSpot] = [[JOURNALS.general], [JOURNALS.spot]];

/** All entries are compared by rules of their own. */
const causeIn = (table: string, actors: readonly string[] = []): CauseSpec => ({
  table,
  id: numberIn('cause_id'),
  owners: null,
  actors,
  isOfHouseToo: true,
});
const SUBSCRIPTION = causeIn('ieo_subscriptions');
const OFFERING = causeIn('ieo_offerings');

/** Tokens of published offerings that no settled subscription has. */
const PROMISED = `
  select ${OWNERS.house} as owner_id, token_currency_id as currency_id, step_size * (offered - coalesce((
    select sum(allocated) from ieo_subscriptions
    where offering_id = offering.id and phase = 'settled' and offering.phase = 'distributing'), 0)) as amount
  from ieo_offerings offering
  where phase in ('not_started', 'preheat', 'subscribing', 'allocating', 'distributing')`;
/** Payments of committed subscriptions, and payments that the spot writer has booked since. */
const HELD = `
  select user_id as owner_id, pay_currency_id as currency_id, paid as amount
  from ieo_subscriptions join ieo_offerings offering on offering.id = offering_id
  where ieo_subscriptions.phase = 'committed'
  union all
  select user_id, pay_currency_id, amount
  from ieo_payments join ieo_offerings offering on offering.id = offering_id
  join spot_postings posting on posting.id = posting_id
  where ieo_payments.phase = 'requested' and posting.number is not null`;

export const IEO_BOOK: LedgerBookPart = {
  fundings: [
    {
      recipe: 'ieo.funded',
      fault: 'ieo_fund_unapproved',
      table: 'ieo_fundings',
      requests: 'fund_changes',
      agrees: `(request.fund, request.currency_id, request.amount)
        = ('offering_tokens', funding.currency_id, funding.amount)`,
    },
  ],
  recipes: [
    {
      recipe: 'ieo.funded',
      journals: general,
      cause: causeIn('ieo_fundings'),
      entries: [entry('house', custody, [-1, 1]), entry('house', ieoTokens, [-1, 1])],
    },
    {
      recipe: 'ieo.promised',
      journals: general,
      cause: OFFERING,
      entries: [entry('house', ieoTokens, [-1], [1])],
    },
    {
      recipe: 'ieo.unpromised',
      journals: general,
      cause: OFFERING,
      entries: [entry('house', ieoTokens, [1], [-1])],
    },
    {
      recipe: 'ieo.payment_held',
      journals: ofSpot,
      cause: causeIn('ieo_payments', ['user_id']),
      entries: [entry('holder', spot, [-1]), entry('holder', financial, [0], [1])],
    },
    {
      recipe: 'ieo.settled',
      journals: general,
      cause: SUBSCRIPTION,
      entries: [
        entry('holder', financial, [0], [-1]),
        entry('house', ieoProceeds, [1]),
        entry('house', ieoTokens, [0], [-1]),
        entry('holder', TRANSIT_ACCOUNT, [1]),
      ],
    },
    {
      recipe: 'ieo.refunded',
      journals: general,
      cause: SUBSCRIPTION,
      entries: [entry('holder', financial, [0], [-1]), entry('holder', TRANSIT_ACCOUNT, [1])],
    },
    {
      recipe: 'ieo.into_spot',
      journals: ofSpot,
      cause: SUBSCRIPTION,
      entries: [entry('holder', spot, [1]), entry('holder', TRANSIT_ACCOUNT, [-1])],
    },
  ],
  holds: [
    { accountType: financial, text: HELD },
    { accountType: ieoTokens, text: PROMISED },
  ],
  rules: [...IEO_RULES, IEO_SHARE_RULE],
  records: [
    {
      table: 'ieo_subscriptions',
      isOpen: "phase in ('requested', 'committed')",
      areManyOpen: true,
      ofMovements: (movements) => `
        select ${numberIn('cause_id')} as id from ${movements} movement
        where recipe in (${OF_SUBSCRIPTION})
        union all
        select subscription_id from ${movements} movement
        join ieo_payments payment on payment.id = ${numberIn('cause_id')}
        where recipe = 'ieo.payment_held'`,
      lifecycle: IEO_SUBSCRIPTION.kind,
      rules: [
        ieoSubscriptionNotBooked,
        lifecycleRowDiffers({ ...IEO_SUBSCRIPTION, table: 'ieo_subscriptions', column: 'phase' }),
      ],
    },
    {
      table: 'ieo_offerings',
      isOpen: null,
      ofMovements: (movements) => `
        select ${numberIn('cause_id')} as id from ${movements} movement
        where recipe in (${OF_OFFERING})`,
      lifecycle: IEO_OFFERING.kind,
      rules: [
        ieoOfferingNotBooked,
        lifecycleRowDiffers({ ...IEO_OFFERING, table: 'ieo_offerings', column: 'phase' }),
      ],
      // They read all subscriptions of an offering, which do not change after its end.
      digested: {
        rules: [ieoSubscribedDiffers, ieoAllocationOtherwise, ieoListDiffers],
        digest: offeringDigest,
      },
    },
  ],
};
