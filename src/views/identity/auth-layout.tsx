/** The frame of the three screens that need no login. */
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Brand } from '../../ui/brand.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconBack } from '../../ui/icons.ts';
import { MeridianGlobe } from '../../ui/meridian-globe.tsx';
import { Screen } from '../../ui/screen.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { LanguageButton } from '../parts/language-button.tsx';
import { ThemeButton } from '../parts/theme-button.tsx';
import { AuthArt } from './auth-art.tsx';

interface AuthLayoutProps {
  readonly title: string;
  readonly hint: string;
  /** Shows a back button that goes to the sign-in. */
  readonly hasBack?: boolean;
  readonly children: ReactNode;
}

/** Frame of the three screens that need no login: the form, and next to it the promises if there is room. */
export function AuthLayout({ title, hint, hasBack = false, children }: AuthLayoutProps) {
  const t = useText('common');
  const navigate = useNavigate();
  // The address keeps the target after the sign-in.
  const { search } = useLocation();
  usePageTitle(title);
  return (
    <div className="relative isolate grid h-full grid-cols-[minmax(0,1fr)] overflow-hidden lg:grid-cols-[1.1fr_1fr]">
      <MeridianGlobe className="pointer-events-none absolute -z-1 -end-40 -bottom-56 size-[30rem] text-edge opacity-40 lg:hidden" />
      <AuthArt />
      <Screen
        header={
          <header className="flex min-h-bar items-center gap-1 px-2">
            {hasBack ? (
              <IconButton
                icon={IconBack}
                label={t('action.back')}
                onClick={() => void navigate(`/login${search}`)}
              />
            ) : (
              <Brand className="ps-2 lg:invisible" />
            )}
            <span className="flex-1" />
            <ThemeButton />
            <LanguageButton />
          </header>
        }
      >
        <div className="mx-auto w-full max-w-md px-5 pt-6 pb-10 sm:pt-14">
          <h1 className="text-[1.75rem] leading-tight font-semibold tracking-tight text-balance">
            {title}
          </h1>
          <p className="mt-2 mb-7 text-muted text-pretty">{hint}</p>
          {children}
        </div>
      </Screen>
    </div>
  );
}
