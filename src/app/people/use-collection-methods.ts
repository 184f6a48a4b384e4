/** The hooks of the user's collection methods and their forms. */
import { COLLECTION_KINDS } from '../../../contract/people/people-kinds.ts';
import type { CollectionMethod } from '../../../contract/people/people.ts';
import { collectionMethodForm, collectionRemovalForm } from './collection-forms.ts';
import { useLapsedTickets } from '../core/hooks/use-lapsed-tickets.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useSubmission } from '../core/hooks/use-submission.ts';
import { useUpload } from '../core/hooks/use-upload.ts';

/** Returns the user's collection methods. */
export function useCollectionMethods(): QueryView<readonly CollectionMethod[]> {
  const query = useQuery('listCollectionMethods', {});
  useReloadWhenShown(query.retry);
  return query;
}

/** Returns the holder of all methods; null while unknown. */
export const useVerifiedName = (): string | null =>
  useQuery('getVerification', {}).data?.real_name ?? null;

/**
 * The form that adds a method (initially of the `wanted` kind), or changes `method`; `picture` is
 * that of its payment QR code.
 */
export function useCollectionForm(
  method: CollectionMethod | null,
  wanted: string | null,
  onSaved: () => void,
) {
  const kind = COLLECTION_KINDS.find((each) => each === wanted);
  const picture = useUpload('collection');
  const form = useSubmission(collectionMethodForm, {
    ...(kind && { initial: { kind } }),
    ...(method && { initial: fieldsOf(method) }),
    onSuccess: onSaved,
  });
  useLapsedTickets(form.problems, [picture]);
  return {
    ...form,
    picture,
    submit() {
      form.edit({ picture: picture.ticket ?? '' });
      form.submit({ hasPicture: method?.qr_picture_id != null && picture.status === 'empty' });
    },
  };
}

const fieldsOf = ({ id, kind, account, bank, branch, nickname }: CollectionMethod) => ({
  id,
  kind,
  account,
  bank: bank ?? '',
  branch: branch ?? '',
  nickname: nickname ?? '',
});

/** Removes the method with this id. */
export const useCollectionRemoval = (id: string, onRemoved: () => void) =>
  useSubmission(collectionRemovalForm, { initial: { id }, onSuccess: onRemoved });
