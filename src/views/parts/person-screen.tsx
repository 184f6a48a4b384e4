/** The frame of account screens, with back button and keyboard scrolling. */
import type { ReactNode } from 'react';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { OfflineFrame } from './offline-frame.tsx';
import { useGoBack } from './use-go-back.ts';

interface PersonScreenProps {
  readonly title: string;
  /** Target of the back button when the page was opened by its address. */
  readonly backTo: string;
  readonly actions?: ReactNode;
  /**
   * Makes text without focusable elements focusable, because keys could not scroll it otherwise.
   */
  readonly isText?: boolean;
  readonly scrollKey?: string;
  readonly children: ReactNode;
}

/** A page about the user: connection banner, title with a back button, one column of panels. */
export function PersonScreen(props: PersonScreenProps) {
  const { title, backTo, actions, isText = false, scrollKey, children } = props;
  const goBack = useGoBack(backTo);
  return (
    <OfflineFrame>
      <Screen
        isText={isText}
        {...(scrollKey !== undefined && { scrollKey })}
        header={<PageHeader title={title} onBack={goBack} actions={actions} />}
        className="flex flex-col gap-4 px-gutter pt-2 pb-8"
      >
        {children}
      </Screen>
    </OfflineFrame>
  );
}
