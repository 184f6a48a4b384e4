/** The frame of wallet screens. */
import type { ReactNode } from 'react';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { LiveFrame } from './live-frame.tsx';
import { useGoBack } from './use-go-back.ts';

interface WalletScreenProps {
  readonly title: string;
  /** Target of the back button when the page was opened by its address. */
  readonly backTo: string;
  readonly actions?: ReactNode;
  /** Fixed below the title. */
  readonly filters?: ReactNode;
  readonly width?: 'column' | 'wide';
  readonly scrollKey?: string;
  readonly children: ReactNode;
}

/** A page of the wallet outside the tabs: connection banner, title with a back button, content. */
export function WalletScreen(props: WalletScreenProps) {
  const { title, backTo, actions, filters, width = 'column', scrollKey, children } = props;
  const goBack = useGoBack(backTo);
  return (
    <LiveFrame>
      <Screen
        width={width}
        {...(scrollKey !== undefined && { scrollKey })}
        header={
          <>
            <PageHeader title={title} onBack={goBack} actions={actions} />
            {filters}
          </>
        }
        className="px-gutter pt-1 pb-8"
      >
        {children}
      </Screen>
    </LiveFrame>
  );
}
