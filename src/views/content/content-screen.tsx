/** The frame of reading pages: title, back button, one column. */
import type { ReactNode } from 'react';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useGoBack } from '../parts/use-go-back.ts';

interface ContentScreenProps {
  readonly title: string;
  /** Target of the back button when the page was opened by its address. */
  readonly parentPath: string;
  readonly children: ReactNode;
}

/** A reading page: title, back button, one column. */
export function ContentScreen({ title, parentPath, children }: ContentScreenProps) {
  const goBack = useGoBack(parentPath);
  return (
    <Screen isText header={<PageHeader title={title} onBack={goBack} />} className="pt-1 pb-8">
      {children}
    </Screen>
  );
}
