import type { CollectionMethod } from '../../../contract/schemas/people.ts';
import { collectionMethodForm, collectionRemovalForm } from '../forms/collection-forms.ts';
import { useLapsedTickets } from './use-lapsed-tickets.ts';
import { useQuery, type QueryView } from './use-query.ts';
import { useReloadWhenShown } from './use-reload-when-shown.ts';
import { useSubmission } from './use-submission.ts';
import { useUpload } from './use-upload.ts';

/** Where the person is paid. */
export function useCollectionMethods(): QueryView<readonly CollectionMethod[]> {
  const query = useQuery('listCollectionMethods', {});
  useReloadWhenShown(query.retry);
  return query;
}

/** Adds a method, or changes `method`; `picture` is the one of its payment QR code. */
export function useCollectionForm(method: CollectionMethod | null, onSaved: () => void) {
  const picture = useUpload('collection');
  const form = useSubmission(collectionMethodForm, {
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

const fieldsOf = ({ id, kind, real_name, account, bank, branch, nickname }: CollectionMethod) => ({
  id,
  kind,
  realName: real_name,
  account,
  bank: bank ?? '',
  branch: branch ?? '',
  nickname: nickname ?? '',
});

/** Removes the method of this id. */
export const useCollectionRemoval = (id: string, onRemoved: () => void) =>
  useSubmission(collectionRemovalForm, { initial: { id }, onSuccess: onRemoved });
