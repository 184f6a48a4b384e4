/**
 * A kind of record that does not exist: coupons that an operator gives to a user, who takes them. It has the
 * edits that enter the kind in the sources; docs/ARCHITECTURE.md names the same files.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type Edit = readonly [before: string, after: string];

/** New files of the kind. */
const NEW_FILES: Readonly<Record<string, string>> = {
  'contract/wallet/coupon.ts': `/** Coupons. */
import { z } from 'zod';
import { recordIdField } from '../schemas/fields.ts';

export const coupon = z.object({ id: recordIdField, state: z.string(), revision: z.int() });
export type Coupon = z.infer<typeof coupon>;
`,
  'machines/domain/wallet/coupon.machine.ts': `/** A coupon: given, then taken. */
import { assign, setup } from 'xstate';
import type { EventTable, Party } from '../party.ts';

export const COUPON_ROLES = ['person'] as const;
export interface CouponEvent {
  readonly type: 'coupon.take';
  readonly by: Party<(typeof COUPON_ROLES)[number]>;
}
export const COUPON_EVENTS = {
  'coupon.take': { role: 'person', description: 'Its owner takes it.' },
} as const satisfies EventTable<CouponEvent['type'], 'person'>;

export const couponMachine = setup({
  types: {
    context: {} as { readonly ownerId: number; readonly takenBy: number | null },
    events: {} as CouponEvent,
    input: {} as { readonly ownerId: number },
  },
  guards: { isOwner: ({ context, event }) => event.by.userId === context.ownerId },
  actions: {
    creditCoupon: () => {},
    recordTaker: assign({ takenBy: ({ event }) => event.by.userId }),
  },
}).createMachine({
  id: 'coupon',
  version: '1',
  description: 'A coupon.',
  context: ({ input }) => ({ ...input, takenBy: null }),
  initial: 'given',
  states: {
    given: {
      description: 'Nobody has taken it.',
      on: {
        'coupon.take': {
          description: 'Its owner takes it.',
          guard: 'isOwner',
          target: 'taken',
          actions: ['recordTaker', 'creditCoupon'],
        },
      },
    },
    taken: { description: 'It is taken.', type: 'final' },
  },
});
`,
  'machines/domain/wallet/coupon.kind.ts': `/** Coupons as a kind of record. */
import { defineKind } from '../record-kind.ts';
import { COUPON_EVENTS, COUPON_ROLES, couponMachine } from './coupon.machine.ts';

export const couponKind = defineKind('coupon', couponMachine)({
  bookkeeping: ['recordTaker'],
  roles: COUPON_ROLES,
  events: COUPON_EVENTS,
  probes: () => ({ 'coupon.take': [{ type: 'coupon.take' }] }),
  person: ({ ownerId }) => ownerId,
});
`,
  'server/areas/wallet/coupon-steps.ts': `/** The lifecycle \`coupon\` on this server. */
import { ok } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { couponKind } from '../../../machines/domain/wallet/coupon.kind.ts';
import type { LifecycleSpec } from '../../kit/lifecycle/lifecycles.types.ts';
import { RecordSteps } from '../../kit/lifecycle/record-steps.ts';
import type { UserUpdates } from '../../kit/user-updates.types.ts';

export const COUPON: LifecycleSpec<(typeof couponKind)['machine']> = {
  ...couponKind,
  version: 1,
  migrations: {},
};

interface CouponFacts {
  readonly ownerId: number;
  readonly record: { readonly id: string; readonly state: string; readonly revision: number };
}

export const createCouponSteps = (updates: UserUpdates) =>
  new RecordSteps<typeof couponKind, CouponFacts, { readonly now: EpochMs }>({
    spec: COUPON,
    write: async (_tx, id, { snapshot, revision }) => ({
      ownerId: snapshot.context.ownerId,
      record: { id: String(id), state: snapshot.value, revision },
    }),
    effects: { creditCoupon: { inTransaction: async () => ok(null) } },
    notify: ({ ownerId, record }) => updates.publish(ownerId, { kind: 'coupon', record }),
  });
`,
  'qa/models/coupon.model.ts': `/** Alphabet of a coupon. */
import { couponMachine } from '../../machines/domain/wallet/coupon.machine.ts';
import { defineModel, stateAnd, type MachineModel } from './model.ts';

export const couponModel: MachineModel = defineModel({
  name: 'coupon',
  machine: couponMachine,
  input: { ownerId: 1 },
  cases: [
    {
      event: { type: 'coupon.take', by: { role: 'person', userId: 1 } },
      by: 'person',
      label: 'its owner takes it',
    },
    {
      event: { type: 'coupon.take', by: { role: 'person', userId: 2 } },
      by: 'stranger',
      label: 'a stranger takes it',
    },
  ],
  key: (snapshot) => stateAnd(snapshot),
  limit: 10,
});
`,
  'src/app/wallet/use-coupons.ts': `import type { Coupon } from '../../../contract/wallet/coupon.ts';
import { couponMachine } from '../../../machines/domain/wallet/coupon.machine.ts';
import { useRecordUpdates } from '../core/hooks/use-record-updates.ts';

/** Coupons that changed since the screen shows. */
export const useCouponUpdates = (): ReadonlyMap<string, Coupon> => useRecordUpdates('coupon');

/** Whether a coupon can still be taken, by its lifecycle machine. */
export const isOpen = ({ state }: Coupon): boolean =>
  couponMachine.resolveState({ value: state, context: { ownerId: 1, takenBy: null } }).status ===
  'active';
`,
};

/** Lists that get an entry for the kind. */
const EDITS: Readonly<Record<string, readonly Edit[]>> = {
  'contract/lifecycle-kinds.ts': [
    ["  'spot-order': 'order',\n", "  'spot-order': 'order',\n  coupon: 'coupon',\n"],
  ],
  'contract/user-records.ts': [
    [
      'import { deposit, withdrawal } from',
      "import { coupon } from './wallet/coupon.ts';\nimport { deposit, withdrawal } from",
    ],
    ['  deposit,\n', '  coupon,\n  deposit,\n'],
  ],
  'machines/domain/explain/lifecycles.ts': [
    [
      'import { depositKind }',
      "import { couponKind } from '../wallet/coupon.kind.ts';\nimport { depositKind }",
    ],
    ['  deposit: depositKind,\n', '  coupon: couponKind,\n  deposit: depositKind,\n'],
  ],
  'streams/decode-user.ts': [
    ['import {\n  isDecimal,', 'import {\n  fits,\n  isDecimal,'],
    [
      '  deposit: isDeposit,\n',
      "  coupon: fits<UserRecords['coupon']>({ id: isText, state: isText, revision: isWhole }),\n  deposit: isDeposit,\n",
    ],
  ],
  'server/areas/wallet/wallet-lifecycles.ts': [
    [
      'import type { LifecycleSpec,',
      "import { COUPON } from './coupon-steps.ts';\nimport type { LifecycleSpec,",
    ],
    ['deposit: DEPOSIT }', 'deposit: DEPOSIT, coupon: COUPON }'],
  ],
  'qa/models/registry.ts': [
    [
      'import { fiatOrderModel }',
      "import { couponModel } from './coupon.model.ts';\nimport { fiatOrderModel }",
    ],
    ['  deposit: [', '  coupon: [couponModel],\n  deposit: ['],
  ],
};

/** All touched files. */
export const TOUCHED_FILES: readonly string[] = [
  ...Object.keys(NEW_FILES),
  ...Object.keys(EDITS),
].toSorted();

/** Enters the kind into a copy of the sources. @throws Error if an edit no longer fits. */
export function enterImaginaryKind(folder: string): void {
  for (const [file, text] of Object.entries(NEW_FILES)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  for (const [file, edits] of Object.entries(EDITS)) editFile(folder, file, edits);
}

/** Adds an action without a handler to the machine. */
export const addUnhandledAction = (folder: string): void =>
  editFile(folder, 'machines/domain/wallet/coupon.machine.ts', [
    ['    creditCoupon: () => {},\n', '    creditCoupon: () => {},\n    printCoupon: () => {},\n'],
    [
      "actions: ['recordTaker', 'creditCoupon']",
      "actions: ['recordTaker', 'creditCoupon', 'printCoupon']",
    ],
  ]);

function editFile(folder: string, file: string, edits: readonly Edit[]): void {
  let text = readFileSync(path.join(folder, file), 'utf8');
  for (const [before, after] of edits) {
    if (!text.includes(before)) throw new Error(`${file} does not have: ${before}`);
    text = text.replace(before, after);
  }
  writeFileSync(path.join(folder, file), text);
}
