/** Properties of the codecs of all calls: a legal request survives encoding and decoding. */
import { SPREAD_OF_MARGIN_PPM_MAX } from '../../contract/figures/lever-order.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { clientMessage } from '../../contract/channels.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import {
  formatUnits,
  isCanonicalDecimal,
  parseUnits,
  SCALE_MAX,
} from '../../contract/money/decimal.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Route } from '../../contract/route.ts';
import type { OperatorEndpointName } from '../../contract/operator/endpoints.ts';
import { OPERATOR_ROUTES } from '../../contract/operator/routes.ts';
import { ROUTES } from '../../contract/routes.ts';
import { decimalText, wholeNumber } from '../../contract/schemas/fields.ts';
import { requestShape } from './request-arbitrary.ts';

type Sent = Readonly<Record<string, string>>;

const has = (sent: Sent, ...names: string[]) => names.every((name) => name in sent);
const hasNone = (sent: Sent, ...names: string[]) => !names.some((name) => name in sent);

const isPricedOnce = (sent: Sent): boolean =>
  sent['price_type'] === 'fixed'
    ? has(sent, 'price') && hasNone(sent, 'price_percent', 'limit_price')
    : has(sent, 'price_percent') && hasNone(sent, 'price');

/** The terms of a contract market. */
function areTermsLawful(sent: Sent): boolean {
  const multiples = sent['multiples']?.split(',').map(Number) ?? [];
  const areOffered = multiples.every(
    (one, index) => one <= CONTRACT_LIMITS.lever_multiple_max && one > (multiples[index - 1] ?? 0),
  );
  const [spread, fee] = [Number(sent['spread_ppm']), Number(sent['fee_ppm'])];
  const isSpreadLow = spread * Math.max(...multiples) <= SPREAD_OF_MARGIN_PPM_MAX;
  const isPaidFor = spread + fee >= CONTRACT_LIMITS.lever_cost_ppm_min;
  const areLotsOrdered = Number(sent['lots_min']) <= Number(sent['lots_max']);
  return areOffered && isSpreadLow && isPaidFor && areLotsOrdered;
}

/** Whether each amount is at least the one before. */
const isAscending = (sent: Sent, ...fields: readonly string[]): boolean =>
  fields.every((field, index) => {
    const [before, amount] = [fields[index - 1] ?? field, field].map((name) =>
      parseUnits(sent[name] ?? '0', SCALE_MAX),
    );
    return before != null && amount != null && before <= amount;
  });
const areMicroTermsLawful = (sent: Sent): boolean =>
  Number(sent['profit_ppm']) <= Number(sent['loss_ppm']) &&
  isAscending(sent, 'stake_min', 'stake_max', 'owner_limit') &&
  isAscending(sent, 'skew_limit', 'side_limit');
const areStakingTermsLawful = (sent: Sent): boolean =>
  isAscending(sent, 'amount_min', 'amount_max', 'user_max', 'quota');
const isOfferingLawful = (sent: Sent): boolean => {
  const figure = (name: string) => Number(sent[name]);
  return (
    sent['token_currency_id'] !== sent['pay_currency_id'] &&
    figure('cap_steps') <= figure('offered_steps') &&
    figure('steps_min') <= figure('steps_max') &&
    figure('preheat_at') <= figure('opens_at') &&
    figure('opens_at') < figure('closes_at')
  );
};
/** The price band has at least 10 ticks above an opening price that has ticks. */
const isMarketLawful = (sent: Sent): boolean => {
  const ticks = parseUnits(sent['opening_price'] ?? '0', Number(sent['price_scale']));
  const hasRoom = ticks === null || ticks * BigInt(sent['price_band_ppm'] ?? '0') >= 10_000_000n;
  return sent['base_currency_id'] !== sent['quote_currency_id'] && hasRoom;
};

/** Rules about fields that go together, which the schema of each field cannot state. */
const TOGETHER: Readonly<Record<string, (sent: Sent) => boolean>> = {
  placeOrder: (sent) => {
    if (sent['type'] === 'limit') return has(sent, 'price', 'quantity') && hasNone(sent, 'amount');
    if (has(sent, 'price')) return false;
    if (sent['side'] === 'sell') return has(sent, 'quantity') && hasNone(sent, 'amount');
    return has(sent, 'quantity') !== has(sent, 'amount');
  },
  placeLeverOrder: (sent) =>
    sent['type'] === 'limit'
      ? has(sent, 'price') && hasNone(sent, 'worst_price')
      : hasNone(sent, 'price'),
  saveCollectionMethod: (sent) => {
    if (sent['kind'] === 'bank_card')
      return has(sent, 'bank') && hasNone(sent, 'nickname', 'qr_pic');
    return (
      hasNone(sent, 'bank', 'branch') && (sent['kind'] === 'wechat' || hasNone(sent, 'nickname'))
    );
  },
  postFiatAd: isPricedOnce,
  editFiatAd: isPricedOnce,
  createFiatOrder: (sent) => has(sent, 'amount') !== has(sent, 'quantity'),
  sendFiatMessage: (sent) => [sent['content'], sent['picture']].some(Boolean),
  'operator.decideVerification': (sent) => {
    if (sent['verdict'] === 'certify') return hasNone(sent, 'verdict_reason', 'verdict_text');
    const isOther = sent['verdict_reason'] === 'other';
    return has(sent, 'verdict_reason') && (!isOther || has(sent, 'verdict_text'));
  },
  'operator.resolveWithdrawal': (sent) => {
    const { resolution } = sent;
    const hasHash = has(sent, 'transaction_hash');
    const isHashRight = hasHash ? resolution !== 'rebroadcast' : resolution !== 'confirm_sent';
    return isHashRight && (resolution === 'declare_unsent' || hasNone(sent, 'text'));
  },
  'operator.awardDispute': (sent) => sent['to'] === 'seller' || sent['is_payment_false'] !== '1',
  'operator.saveLeverTerms': areTermsLawful,
  'operator.askLeverMarket': areTermsLawful,
  'operator.askLeverFunding': ({ pool = '0', insurance = '0' }) =>
    pool !== '0' || insurance !== '0',
  'operator.saveMicroTerms': areMicroTermsLawful,
  'operator.addMicroProduct': areMicroTermsLawful,
  'operator.saveStakingTerms': areStakingTermsLawful,
  'operator.addStakingProduct': areStakingTermsLawful,
  'operator.saveOffering': isOfferingLawful,
  'operator.addMarket': isMarketLawful,
  'operator.listAudit': (sent) => hasNone(sent, 'subject_id') || has(sent, 'subject_kind'),
};

/** A picture is not text; `tests/server/kit/pictures-upload.test.ts` tests its form. */
const isText = ([name]: [string, Route]) => name !== ('uploadPicture' satisfies EndpointName);

/** Articles in all languages are JSON; `tests/server/operator/operator-desk.test.ts` tests their form. */
const isPlain = ([name]: [string, Route]) => name !== ('saveNews' satisfies OperatorEndpointName);

const operatorRoutes = Object.entries<Route>(OPERATOR_ROUTES)
  .filter(isPlain)
  .map(([name, route]): [string, Route] => [`operator.${name}`, route]);

const routes = [...Object.entries<Route>(ROUTES).filter(isText), ...operatorRoutes].map(
  ([name, { request }]) => {
    const shape = requestShape(request);
    const goTogether = TOGETHER[name] ?? (() => true);
    const anyFields = shape.arbitrary;
    return {
      name,
      request,
      goTogether,
      anyFields,
      ...shape,
      arbitrary: anyFields.filter(goTogether),
    };
  },
);

/** Spellings of numbers that a lenient reader would accept. */
const WRONG_NUMBERS = [
  '',
  '-1',
  '+1',
  '01',
  '00',
  '1.0',
  '1.',
  '.1',
  '1e3',
  '0x1',
  '１',
  '٣',
  ' 1',
  '1 ',
  '1\n',
  '1,000',
  '1_0',
  'NaN',
  'Infinity',
  'null',
  'true',
  '[1]',
  '1;2',
  '9'.repeat(17),
  '9'.repeat(40),
];

describe.each(routes)(
  'the request of $name',
  ({ request, goTogether, anyFields, arbitrary, required, wholeNumbers }) => {
    test('decodes every legal request and encodes it back to the same fields and defaults', () => {
      fc.assert(
        fc.property(arbitrary, (sent) => {
          const decoded = request.parse(sent);
          const encoded = z.encode(request, decoded);
          expect(encoded).toMatchObject(sent);
          expect(request.parse(encoded)).toEqual(decoded);
        }),
      );
    });

    test('refuses fields that exclude each other', () => {
      fc.assert(
        fc.property(anyFields, (sent) => {
          expect(request.safeParse(sent).success).toBe(goTogether(sent));
        }),
      );
    });

    test('refuses an unknown field', () => {
      fc.assert(
        fc.property(arbitrary, (sent) => {
          expect(request.safeParse({ ...sent, surprise: '1' }).success).toBe(false);
        }),
        { numRuns: 10 },
      );
    });

    test('refuses a request without one of its required fields', () => {
      fc.assert(
        fc.property(arbitrary, (sent) => {
          for (const field of required) {
            const { [field]: _missing, ...rest } = sent;
            expect(request.safeParse(rest).success).toBe(false);
          }
        }),
        { numRuns: 10 },
      );
    });

    test('refuses anything but canonical whole numbers where it wants one', () => {
      fc.assert(
        fc.property(arbitrary, (sent) => {
          for (const field of wholeNumbers)
            for (const text of WRONG_NUMBERS)
              expect(request.safeParse({ ...sent, [field]: text }).success).toBe(false);
        }),
        { numRuns: 5 },
      );
    });

    test('refuses values that are not text', () => {
      const alien = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()));
      fc.assert(
        fc.property(arbitrary, alien, (sent, value) => {
          for (const field of Object.keys(sent))
            expect(request.safeParse({ ...sent, [field]: value }).success).toBe(false);
        }),
        { numRuns: 20 },
      );
    });
  },
);

describe('whole numbers in text', () => {
  test('have one spelling each, within their bounds', () => {
    const field = wholeNumber(5, 500);
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 1_000 }), (value) => {
        const result = field.safeParse(String(value));
        expect(result.success).toBe(value >= 5 && value <= 500);
        if (result.success) expect(z.encode(field, result.data)).toBe(String(value));
      }),
    );
  });
});

describe('decimal text', () => {
  test('accepts every text that money formats, and no text that money cannot parse', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }), fc.nat(17), (amount, scale) => {
        expect(decimalText.safeParse(formatUnits(amount, scale)).success).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[-+0-9.e]{1,8}$/), (text) => {
        fc.pre(text !== '-0');
        expect(decimalText.safeParse(text).success).toBe(isCanonicalDecimal(text));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('messages to the socket', () => {
  test('any JSON is either a known message, unchanged, or refused without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const result = clientMessage.safeParse(value);
        if (result.success) expect(result.data).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  test('a known message with one more field is refused', () => {
    const message = fc.constantFrom(
      { type: 'ping' },
      { type: 'sub', params: 'DAY_MARKET', batch: true, interval_ms: 16 },
      { type: 'sub', params: 'KLINE', currency_match_id: 1, period: '1min' },
      { type: 'unsub', params: 'DEAL', currency_match_id: 7 },
    );
    const key = fc
      .stringMatching(/^[a-z]{1,5}$/)
      .filter((name) => !['type', 'batch'].includes(name));
    fc.assert(
      fc.property(message, key, (sent, name) => {
        expect(clientMessage.safeParse(sent).success).toBe(true);
        expect(clientMessage.safeParse({ ...sent, [name]: 1 }).success).toBe(false);
      }),
    );
  });
});
