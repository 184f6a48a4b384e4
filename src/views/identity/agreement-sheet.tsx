/** The agreement as a sheet, because its page requires a login. */
import { Suspense } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

const AgreementText = lazyPart(async () => (await import('./agreement-text.tsx')).AgreementText);

interface AgreementSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAccept: () => void;
}

/**
 * The agreement of the registration. A sheet, because /private-policy needs a login (SPEC 2), which
 * a new user does not have yet.
 */
export function AgreementSheet({ isOpen, onClose, onAccept }: AgreementSheetProps) {
  const t = useText('identity');
  return (
    <Sheet
      isText
      isOpen={isOpen}
      onClose={onClose}
      title={t('agreement.title')}
      footer={
        <Button className="w-full" onClick={onAccept}>
          {t('agreement.accept')}
        </Button>
      }
    >
      <Suspense fallback={<SkeletonRows label={t('common:page.loading')} />}>
        <AgreementText />
      </Suspense>
    </Sheet>
  );
}
