/** The side menu: account, theme and sign-out. */
import { useState } from 'react';
import { useTheme } from '../../app/core/hooks/use-preferences.ts';
import { useSession } from '../../app/identity/use-session.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import {
  IconAbout,
  IconDark,
  IconDownload,
  IconFiat,
  IconHelp,
  IconSecurity,
  IconService,
  IconShare,
  IconSignOut,
  IconUser,
  IconVerification,
} from '../../ui/icons.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Switch } from '../../ui/switch.tsx';
import { AccountName } from '../parts/account-name.tsx';
import { ActionRow, PageRow, SettingRow } from './menu-rows.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';

interface SideMenuProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The signed-in user, the pages of the account, the theme and the sign-out. */
export function SideMenu({ isOpen, onClose }: SideMenuProps) {
  const t = useText('home');
  const [isLeaving, setLeaving] = useState(false);
  const leave = (then: () => void) => () => {
    onClose();
    then();
  };
  return (
    <>
      <Sheet
        side="start"
        isOpen={isOpen}
        onClose={onClose}
        title={t('menu.title')}
        isTitleShown={false}
      >
        <Identity />
        <nav aria-label={t('menu.title')} className="flex flex-col gap-0.5 p-2">
          <PageRow
            to="/user-center"
            icon={IconVerification}
            text={t('menu.verification')}
            onOpen={onClose}
          />
          <PageRow to="/fiat" icon={IconFiat} text={t('menu.fiat')} onOpen={onClose} />
          <PageRow to="/share-code" icon={IconShare} text={t('menu.share')} onOpen={onClose} />
          <PageRow
            to="/secure-center"
            icon={IconSecurity}
            text={t('menu.security')}
            onOpen={onClose}
          />
          <SettingRow setting="service_url" icon={IconService} text={t('menu.service')} />
          <PageRow to="/about-us" icon={IconAbout} text={t('menu.about')} onOpen={onClose} />
          <SettingRow setting="app_download_url" icon={IconDownload} text={t('menu.download')} />
          <PageRow to="/help-center" icon={IconHelp} text={t('menu.help')} onOpen={onClose} />
        </nav>
        <div className="border-t border-line p-2">
          <ThemeRow />
          <ActionRow
            icon={IconSignOut}
            text={t('common:session.signOut')}
            onPress={leave(() => setLeaving(true))}
          />
        </div>
      </Sheet>
      <SignOutDialog isOpen={isLeaving} onClose={() => setLeaving(false)} />
    </>
  );
}

function Identity() {
  const t = useText('common');
  const { user, isVerified } = useSession();
  return (
    <div className="flex items-center gap-3.5 border-b border-line ps-5 pe-14 pt-6 pb-5">
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
        <IconUser aria-hidden className="size-6" />
      </span>
      <div className="min-w-0">
        <p className="leading-snug font-semibold">
          <AccountName user={user} />
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
          <span className="figures">{user && t('user.uid', { uid: user.uid })}</span>
          <Badge tone={isVerified ? 'up' : 'warn'}>
            {t(isVerified ? 'user.certified' : 'user.notCertified')}
          </Badge>
        </p>
      </div>
    </div>
  );
}

function ThemeRow() {
  const t = useText('common');
  const [theme, toggle] = useTheme();
  return (
    <div className="px-3">
      <Switch checked={theme === 'dark'} onChange={toggle}>
        <IconDark aria-hidden className="size-5 text-muted" />
        {t('theme.dark')}
      </Switch>
    </div>
  );
}
