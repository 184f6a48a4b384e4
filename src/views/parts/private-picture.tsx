/** A thumbnail of a private picture that opens large. */
import { useState } from 'react';
import { usePicture } from '../../app/core/hooks/use-picture.ts';
import { useErrorText } from '../../i18n/use-error-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconProblem } from '../../ui/icons.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface PrivatePictureProps {
  readonly id: string;
  /** Describes the picture. */
  readonly label: string;
}

/** A stored picture as a small square that opens large. */
export function PrivatePicture({ id, label }: PrivatePictureProps) {
  const t = useText('parts');
  const [isLarge, setLarge] = useState(false);
  const errorText = useErrorText();
  const picture = usePicture(id);
  if (picture.status === 'loading') return <Skeleton className="size-20 rounded-control" />;
  if (picture.status === 'failure')
    return (
      <span
        role="img"
        aria-label={[t('picture.failed', { label }), errorText(picture.error)].join(' ')}
        className="grid size-20 place-items-center rounded-control bg-tint text-muted"
      >
        <IconProblem aria-hidden className="size-6" />
      </span>
    );
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('picture.open', { label })}
        onClick={() => setLarge(true)}
        className="size-20 overflow-hidden rounded-control border border-line bg-tint"
      >
        <img src={picture.url} alt="" className="size-full object-cover" />
      </button>
      <Sheet isOpen={isLarge} onClose={() => setLarge(false)} title={label} isText>
        <div className="p-4">
          <img src={picture.url} alt={label} className="max-h-[70dvh] w-full object-contain" />
        </div>
      </Sheet>
    </>
  );
}
