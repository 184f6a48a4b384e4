/** The user's invite code, link and QR code, with the invited users. */
import { usePages } from '../../../app/core/hooks/use-pages.ts';
import { useQuery } from '../../../app/core/hooks/use-query.ts';
import type { Invite, Invitee } from '../../../../contract/people/people.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { EmptyState, ErrorState } from '../../../ui/state-panel.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PanelSkeleton } from '../../parts/panel-skeleton.tsx';

/** The user's invite code as text, link and QR code, and the users who registered with it. */
export function InviteView() {
  const invite = useQuery('getInvite', {});
  return (
    <>
      {invite.status === 'loading' && <PanelSkeleton lines={6} />}
      {invite.status === 'failure' && <ErrorState error={invite.error} onRetry={invite.retry} />}
      {invite.status === 'success' && <InviteCard invite={invite.data} />}
      <Invitees count={invite.data?.invitee_count ?? null} />
    </>
  );
}

function InviteCard({ invite }: { readonly invite: Invite }) {
  const t = useText('people');
  // The server may not know its own address; the path then belongs to the origin of the app.
  const link = new URL(invite.link, window.location.origin).href;
  const canShare = typeof navigator.share === 'function';
  const share = () => {
    // A closed share picker rejects; this is no error.
    navigator.share({ title: t('share.shareTitle'), url: link }).catch(() => undefined);
  };
  return (
    <Panel>
      <div className="flex flex-col items-center gap-4 md:flex-row md:items-center md:gap-6">
        <QrCode text={link} label={t('share.qrLabel')} />
        <div className="flex w-full min-w-0 flex-1 flex-col gap-3">
          <p className="text-center leading-relaxed text-muted text-pretty md:text-start">
            {t('share.hint')}
          </p>
          <Copied
            name={t('share.inviteCode')}
            text={invite.invite_code}
            label={t('share.copyCode')}
          />
          <Copied name={t('share.link')} text={link} label={t('share.copyLink')} />
          {canShare && <Button onClick={share}>{t('share.send')}</Button>}
        </div>
      </div>
    </Panel>
  );
}

interface CopiedProps {
  readonly name: string;
  readonly text: string;
  readonly label: string;
}

function Copied({ name, text, label }: CopiedProps) {
  return (
    <div className="flex items-center gap-1 rounded-control bg-sunken ps-4">
      <div className="min-w-0 flex-1 py-2">
        <p className="text-xs text-muted">{name}</p>
        <p className="figures font-semibold wrap-anywhere">{text}</p>
      </div>
      <CopyButton text={text} label={label} />
    </div>
  );
}

function Invitees({ count }: { readonly count: number | null }) {
  const t = useText('people');
  const list = usePages('listInvitees', {});
  const invitees = list.pages.flatMap((page) => page.invitees);
  return (
    <Panel
      hasRows
      title={t('share.invitees')}
      action={count !== null && <span className="figures text-muted">{count}</span>}
    >
      <PagedList
        list={list}
        entries={invitees}
        label={t('share.invitees')}
        loadingLabel={t('share.loading')}
        empty={<EmptyState title={t('share.empty')} hint={t('share.emptyHint')} />}
        keyOf={({ id }) => id}
      >
        {(invitee) => <InviteeRow invitee={invitee} />}
      </PagedList>
    </Panel>
  );
}

function InviteeRow({ invitee }: { readonly invitee: Invitee }) {
  const t = useText('common');
  const format = useFormat();
  return (
    <div className="flex items-center gap-3 border-b border-line px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{invitee.account}</p>
        <p className="figures text-sm text-muted">
          {t('user.uid', { uid: invitee.uid })} · {format.date(invitee.registered_at)}
        </p>
      </div>
      <Badge tone={invitee.is_user_real ? 'up' : 'neutral'}>
        {t(invitee.is_user_real ? 'user.certified' : 'user.notCertified')}
      </Badge>
    </div>
  );
}
