/** Checks of the forms of collection methods. The holder is the verified user. */
import { isPaymentAccount } from '../../../contract/people/payment-accounts.ts';
import type { CollectionKind } from '../../../contract/people/people.ts';
import type { Problem, ProblemName } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';

export type CollectionMethodFields = {
  /** Id of the method to change; empty for a new one. */
  readonly id: string;
  /** A {@link CollectionKind}. */
  readonly kind: string;
  readonly account: string;
  readonly bank: string;
  readonly branch: string;
  readonly nickname: string;
  /** Ticket of a new picture of the payment QR code; empty if none was chosen. */
  readonly picture: string;
  readonly payPassword: string;
};
type Field = keyof CollectionMethodFields;

export interface CollectionMethodFacts {
  /** Whether a picture exists, which stays unless a new one is chosen. */
  readonly hasPicture: boolean;
}

/** Allowed lengths of lines, without the spaces around them. */
const LENGTHS = {
  bank: { min: 2, max: 80 },
  branch: { min: 0, max: 80 },
  nickname: { min: 0, max: 64 },
} as const;
const CARD: CollectionKind = 'bank_card';
const PAY_PASSWORD_REFUSALS: Partial<Record<ProblemName, 'payPassword'>> = {
  pay_password_incorrect: 'payPassword',
};

export const COLLECTION_METHOD_RULES: SubmissionRules<
  CollectionMethodFields,
  CollectionMethodFacts
> = {
  empty: {
    id: '',
    kind: CARD,
    account: '',
    bank: '',
    branch: '',
    nickname: '',
    picture: '',
    payPassword: '',
  },
  problems(fields, { hasPicture }) {
    const isCard = fields.kind === CARD;
    const lines = isCard ? (['bank', 'branch'] as const) : (['nickname'] as const);
    const problems: Problem<Field>[] = lines
      .filter((name) => !hasLength(fields[name], LENGTHS[name]))
      .map((field) => ({ field, error: 'invalid_request' }));
    if (!isPaymentAccount(fields.kind as CollectionKind, fields.account.trim()))
      problems.unshift({
        field: 'account',
        error: isCard ? 'card_number_invalid' : 'payment_account_invalid',
      });
    if (!isCard && !hasPicture && fields.picture === '')
      problems.push({ field: 'picture', error: 'payment_picture_required' });
    if (fields.payPassword === '')
      problems.push({ field: 'payPassword', error: 'invalid_request' });
    return problems;
  },
  refusals: {
    ...PAY_PASSWORD_REFUSALS,
    card_number_invalid: 'account',
    payment_account_invalid: 'account',
    payment_picture_required: 'picture',
    picture_ticket_invalid: 'picture',
  },
  secrets: ['payPassword'],
};

const hasLength = (text: string, { min, max }: { readonly min: number; readonly max: number }) => {
  const { length } = text.trim();
  return length >= min && length <= max;
};

export type CollectionRemovalFields = { readonly id: string; readonly payPassword: string };

export const COLLECTION_REMOVAL_RULES: SubmissionRules<CollectionRemovalFields, null> = {
  empty: { id: '', payPassword: '' },
  problems: ({ payPassword }) =>
    payPassword === '' ? [{ field: 'payPassword', error: 'invalid_request' }] : [],
  refusals: PAY_PASSWORD_REFUSALS,
  secrets: ['payPassword'],
};
