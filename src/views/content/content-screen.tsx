/** The frame of reading pages: banner of a lost network, title, back button, one column. */
import type { ReactNode } from 'react';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { OfflineFrame } from '../parts/offline-frame.tsx';
import { useGoBack } from '../parts/use-go-back.ts';

interface ContentScreenProps {
  readonly title: string;
  /** Target of the back button when the page was opened by its address. */
  readonly parentPath: string;
  readonly children: ReactNode;
}

/**
 * A reading page: title, back button, one column. The banner says when its lists may be old; no page needs the live
 * connection.
 */
export function ContentScreen({ title, parentPath, children }: ContentScreenProps) {
  const goBack = useGoBack(parentPath);
  return (
    <OfflineFrame>
      <Screen isText header={<PageHeader title={title} onBack={goBack} />} className="pt-1 pb-8">
        {children}
      </Screen>
    </OfflineFrame>
  );
}
