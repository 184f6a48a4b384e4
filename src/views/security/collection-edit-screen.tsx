import { useNavigate } from 'react-router-dom';
import { useCollectionMethods } from '../../app/hooks/use-collection-methods.ts';
import { useText } from '../../i18n/use-text.ts';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { showToast } from '../../ui/toast.ts';
import { PanelSkeleton } from '../user/panel-skeleton.tsx';
import { PersonScreen } from '../user/person-screen.tsx';
import { CollectionForm } from './collection-form.tsx';

const LIST_PATH = '/secure-center?view=collection';

/** A new collection method, or a change of the one with this id. */
export function CollectionEditScreen({ id }: { readonly id: string | null }) {
  const t = useText('people');
  const navigate = useNavigate();
  const methods = useCollectionMethods();
  const method = methods.data?.find((candidate) => candidate.id === id) ?? null;
  const conclude = () => {
    showToast(t('collection.saved'), 'success');
    void navigate(LIST_PATH, { replace: true });
  };
  return (
    <PersonScreen
      title={t(id === null ? 'collection.add' : 'collection.change')}
      backTo={LIST_PATH}
    >
      {id === null && <CollectionForm method={null} onSaved={conclude} />}
      {id !== null && methods.status === 'loading' && <PanelSkeleton lines={6} />}
      {id !== null && methods.status === 'failure' && (
        <ErrorState error={methods.error} onRetry={methods.retry} />
      )}
      {id !== null &&
        methods.status === 'success' &&
        (method === null ? (
          <EmptyState title={t('collection.gone')} hint={t('collection.goneHint')} />
        ) : (
          <CollectionForm method={method} onSaved={conclude} />
        ))}
    </PersonScreen>
  );
}
