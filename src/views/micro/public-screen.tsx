/** The frame of the pages about fast contracts without a login. */
import type { ReactNode } from 'react';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { LanguageButton } from '../parts/language-button.tsx';
import { OfflineFrame } from '../parts/offline-frame.tsx';
import { ThemeButton } from '../parts/theme-button.tsx';
import { useGoBack } from '../parts/use-go-back.ts';

interface PublicScreenProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Banner of a lost network, title with a back button, theme and language, which a visitor has no other place to set. */
export function PublicScreen({ title, children }: PublicScreenProps) {
  const goBack = useGoBack('/home');
  return (
    <OfflineFrame>
      <Screen
        width="wide"
        header={
          <PageHeader
            title={title}
            onBack={goBack}
            actions={
              <>
                <ThemeButton />
                <LanguageButton />
              </>
            }
          />
        }
        className="flex flex-col gap-4 px-gutter pt-1 pb-8"
      >
        {children}
      </Screen>
    </OfflineFrame>
  );
}
