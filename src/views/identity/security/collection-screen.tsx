/** The screen of the collection methods. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CollectionMethod } from '../../../../contract/people/people.ts';
import { useCollectionMethods } from '../../../app/people/use-collection-methods.ts';
import { useSession } from '../../../app/identity/use-session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { buttonStyle } from '../../../ui/button-style.ts';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { IconEdit, IconRemove } from '../../../ui/icons.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { EmptyState, ErrorState } from '../../../ui/state-panel.tsx';
import { PanelSkeleton } from '../../parts/panel-skeleton.tsx';
import { PersonScreen } from '../../parts/person-screen.tsx';
import { PrivateNumber } from '../../parts/private-number.tsx';
import { PrivatePicture } from '../../parts/private-picture.tsx';
import { CollectionRemovalSheet } from './collection-removal-sheet.tsx';
import { WarnNote } from './warn-note.tsx';

const EDIT_PATH = '/secure-center?view=collection-edit';

/** The user's collection methods, which receive the payments for sales. */
export function CollectionScreen() {
  const t = useText('people');
  const tVerification = useText('verification');
  const { isVerified } = useSession();
  const methods = useCollectionMethods();
  const [leaving, setLeaving] = useState<CollectionMethod | null>(null);
  return (
    <PersonScreen title={t('collection.title')} backTo="/secure-center">
      {methods.status === 'loading' && <PanelSkeleton lines={4} />}
      {methods.status === 'failure' && <ErrorState error={methods.error} onRetry={methods.retry} />}
      {methods.status === 'success' && methods.data.length === 0 && (
        <EmptyState title={t('collection.empty')} hint={t('collection.emptyHint')} />
      )}
      {methods.status === 'success' && (
        <ul className="flex flex-col gap-4 empty:hidden">
          {methods.data.map((method) => (
            <MethodCard key={method.id} method={method} onRemove={() => setLeaving(method)} />
          ))}
        </ul>
      )}
      {isVerified ? (
        <Link to={EDIT_PATH} className={buttonStyle()}>
          {t('collection.add')}
        </Link>
      ) : (
        <WarnNote>
          <p>{t('collection.needsVerification')}</p>
          <Link to="/user-center" className="touch-target font-semibold underline">
            {tVerification('center.verification')}
          </Link>
        </WarnNote>
      )}
      {leaving && (
        <CollectionRemovalSheet
          key={leaving.id}
          method={leaving}
          onClose={() => setLeaving(null)}
          onRemoved={methods.retry}
        />
      )}
    </PersonScreen>
  );
}

interface MethodCardProps {
  readonly method: CollectionMethod;
  readonly onRemove: () => void;
}

function MethodCard({ method, onRemove }: MethodCardProps) {
  const t = useText('people');
  const { id, kind, real_name: realName, account, bank, branch, nickname } = method;
  const name = t(`kind.${kind}`);
  return (
    <li data-testid="collection-method" className="rounded-card bg-surface p-5">
      <div className="flex items-center gap-1">
        <h2 className="flex-1 font-semibold">{name}</h2>
        <Link
          to={`${EDIT_PATH}&id=${id}`}
          aria-label={t('collection.edit', { name })}
          className="grid size-11 place-items-center rounded-control hover:bg-tint"
        >
          <IconEdit aria-hidden className="size-5" />
        </Link>
        <IconButton icon={IconRemove} label={t('collection.remove', { name })} onClick={onRemove} />
      </div>
      <DetailList>
        <DetailRow name={t('field.realName')}>{realName}</DetailRow>
        {bank !== null && <DetailRow name={t('field.bank')}>{bank}</DetailRow>}
        {branch !== null && <DetailRow name={t('field.branch')}>{branch}</DetailRow>}
        {nickname !== null && <DetailRow name={t('field.nickname')}>{nickname}</DetailRow>}
        <DetailRow name={t(`account.${kind}`)}>
          <PrivateNumber number={account} />
        </DetailRow>
      </DetailList>
      {!method.is_usable && (
        <div className="mt-2" data-testid="collection-unusable">
          <WarnNote>
            <p>{t('collection.unusable')}</p>
          </WarnNote>
        </div>
      )}
      {method.qr_picture_id !== null && (
        <div className="mt-2">
          <PrivatePicture id={method.qr_picture_id} label={t('collection.picture')} />
        </div>
      )}
    </li>
  );
}
