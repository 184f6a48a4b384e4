/** The forms that save and remove a collection method. */
import type { CollectionKind } from '../../../contract/people/people.ts';
import {
  COLLECTION_METHOD_RULES,
  COLLECTION_REMOVAL_RULES,
  type CollectionMethodFacts,
  type CollectionMethodFields,
  type CollectionRemovalFields,
} from '../../../machines/app/people/collection-method.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';

/** Returns an optional line if it is filled in. */
const given = <Name extends string>(name: Name, typed: string) => {
  const text = typed.trim();
  return text === '' ? {} : ({ [name]: text } as Record<Name, string>);
};

export const collectionMethodForm: SubmissionForm<
  'saveCollectionMethod',
  CollectionMethodFields,
  CollectionMethodFacts
> = {
  name: 'saveCollectionMethod',
  rules: COLLECTION_METHOD_RULES,
  request: ({ id, kind, account, bank, branch, nickname, picture, payPassword }) => ({
    ...given('id', id),
    kind: kind as CollectionKind,
    account: account.trim(),
    ...(kind === 'bank_card' && { ...given('bank', bank), ...given('branch', branch) }),
    ...(kind === 'wechat' && given('nickname', nickname)),
    ...(kind !== 'bank_card' && given('qr_pic', picture)),
    pay_password: payPassword,
  }),
};

export const collectionRemovalForm: SubmissionForm<
  'removeCollectionMethod',
  CollectionRemovalFields,
  null
> = {
  name: 'removeCollectionMethod',
  rules: COLLECTION_REMOVAL_RULES,
  request: ({ id, payPassword }) => ({ id, pay_password: payPassword }),
};
