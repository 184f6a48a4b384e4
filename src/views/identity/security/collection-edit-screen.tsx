/** The screen that adds or edits a collection method. */
import { useNavigate } from 'react-router-dom';
import { useCollectionMethods } from '../../../app/people/use-collection-methods.ts';
import { useText } from '../../../i18n/use-text.ts';
import { EmptyState, ErrorState } from '../../../ui/state-panel.tsx';
import { showToast } from '../../../ui/toast.ts';
import { PanelSkeleton } from '../../parts/panel-skeleton.tsx';
import { PersonScreen } from '../../parts/person-screen.tsx';
import { CollectionForm } from './collection-form.tsx';

const LIST_PATH = '/secure-center?view=collection';

/** Pages that send users here and expect them back. */
const RETURNS = ['/fiat?', '/shop?'] as const;

interface CollectionEditScreenProps {
  readonly id: string | null;
  /** Kind of a new method. */
  readonly kind: string | null;
  /** The user's previous page: an order that needs the method. */
  readonly back: string | null;
}

/** Adds a collection method, or changes the one with this id. */
export function CollectionEditScreen({ id, kind, back }: CollectionEditScreenProps) {
  const t = useText('people');
  const navigate = useNavigate();
  const methods = useCollectionMethods();
  const method = methods.data?.find((candidate) => candidate.id === id) ?? null;
  const leaveTo =
    RETURNS.some((start) => back?.startsWith(start)) && back !== null ? back : LIST_PATH;
  const conclude = () => {
    showToast(t('collection.saved'), 'success');
    void navigate(leaveTo, { replace: true });
  };
  return (
    <PersonScreen title={t(id === null ? 'collection.add' : 'collection.change')} backTo={leaveTo}>
      {id === null && <CollectionForm method={null} kind={kind} onSaved={conclude} />}
      {id !== null && methods.status === 'loading' && <PanelSkeleton lines={6} />}
      {id !== null && methods.status === 'failure' && (
        <ErrorState error={methods.error} onRetry={methods.retry} />
      )}
      {id !== null &&
        methods.status === 'success' &&
        (method === null ? (
          <EmptyState title={t('collection.gone')} hint={t('collection.goneHint')} />
        ) : (
          <CollectionForm method={method} kind={null} onSaved={conclude} />
        ))}
    </PersonScreen>
  );
}
