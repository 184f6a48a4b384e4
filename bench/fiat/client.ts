/** The load of the fiat bench: each connection takes its own orders from placed to confirmed, step by step. */
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { FormRequest } from '../lib/form-load.ts';
import { answerLoad } from '../lib/fork-load.ts';
import type { LoadOrder } from '../lib/fork-load.ts';
import { randomOf } from '../orders/workload.ts';

export interface FiatLoad extends LoadOrder {
  /** The buyer, the ad and the merchant of each connection. Users are given as numbers. */
  readonly lanes: readonly {
    readonly buyer: number;
    readonly seller: number;
    readonly adId: string;
  }[];
  /** Tickets of vouchers, each used once. */
  readonly vouchers: readonly string[];
  readonly payPassword: string;
  /** Price as decimal text. */
  readonly price: string;
}

type StepName = 'createFiatOrder' | (typeof WAYS)[number][number];

/** The courses of an order from placed to confirmed. Three of four are direct. */
const WAYS = [
  ['declareFiatPayment', 'confirmFiatReceipt'],
  ['declareFiatPayment', 'confirmFiatReceipt'],
  ['declareFiatPayment', 'confirmFiatReceipt'],
  ['declareFiatPayment', 'postponeFiatConfirmation', 'confirmFiatReceipt'],
] as const;

interface Course {
  /** The remaining steps. */
  readonly left: StepName[];
  id: string;
  revision: number;
}

answerLoad(({ seed, tokens, lanes, vouchers, payPassword, price }: FiatLoad) => {
  const random = randomOf(seed);
  const courses = new Map<number, Course>();
  let [keys, used] = [0, 0];

  function formOf(step: StepName, { id, revision }: Course, adId: string): string | undefined {
    const seen = `id=${id}&revision=${revision}`;
    switch (step) {
      case 'createFiatOrder':
        return `ad_id=${adId}&quantity=10&price=${price}&payment_kind=bank_card`;
      case 'declareFiatPayment': {
        const voucher = vouchers[used];
        used += 1;
        return voucher && `${seen}&vouchers=${voucher}`;
      }
      case 'confirmFiatReceipt':
        return `${seen}&pay_password=${payPassword}`;
      case 'postponeFiatConfirmation':
        return seen;
    }
  }

  return (connection, answer): FormRequest | undefined => {
    const lane = lanes[connection % lanes.length];
    if (lane === undefined) return undefined;
    const course = courseAfter(courses.get(connection), answer, random);
    courses.set(connection, course);
    const step = course.left.shift() ?? 'createFiatOrder';
    const form = formOf(step, course, lane.adId);
    if (form === undefined) return undefined;
    keys += 1;
    const isBuyers = step === 'createFiatOrder' || step === 'declareFiatPayment';
    const person = isBuyers ? lane.buyer : lane.seller;
    const { path } = ENDPOINTS[step satisfies EndpointName];
    const key = `bench-fiat-order-${seed}-${keys}`;
    return { path, token: tokens[person] ?? '', person, key, form };
  };
});

/** Returns the course after its last step; a new one if that step was the last, or was rejected. */
function courseAfter(
  course: Course | undefined,
  answer: string | undefined,
  random: () => number,
): Course {
  const way = WAYS[Math.floor(random() * WAYS.length)] ?? WAYS[0];
  const fresh: Course = { left: ['createFiatOrder', ...way], id: '', revision: 0 };
  if (course === undefined || answer === undefined) return fresh;
  const id = /"id":"(\d+)"/.exec(answer)?.[1];
  const revision = /"unread":\d+,"revision":(\d+)/.exec(answer)?.[1];
  if (id === undefined || revision === undefined || course.left.length === 0) return fresh;
  return { ...course, id, revision: Number(revision) };
}
