/** A private picture that opens large on click. */
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useOperatorPicture } from '../../hooks/use-operator-picture.ts';
import { PictureLight } from './picture-light.tsx';

interface PrivatePictureProps {
  readonly id: string;
  readonly label: string;
}

const FRAME = 'aspect-[8/5] w-full overflow-hidden rounded-control border border-line bg-sunken';

/** A private picture; a click opens it large, and from there in its full size. */
export function PrivatePicture({ id, label }: PrivatePictureProps) {
  const [tries, setTries] = useState(0);
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <Shown key={`${id} ${tries}`} id={id} label={label} onRetry={() => setTries(tries + 1)} />
      <figcaption className="text-sm text-muted">{label}</figcaption>
    </figure>
  );
}

function Shown({ id, label, onRetry }: PrivatePictureProps & { readonly onRetry: () => void }) {
  const t = useText('operator');
  const { status, url } = useOperatorPicture(id);
  return (
    <>
      {url !== null && <EnlargedOnClick url={url} label={label} />}
      {status === 'loading' && <Skeleton className="aspect-[8/5] w-full" />}
      {status === 'failure' && (
        <div
          role="alert"
          className={`${FRAME} flex flex-col items-center justify-center gap-1 p-2 text-center text-sm text-muted`}
        >
          {t('picture.failed', { label })}
          <Button kind="quiet" size="small" onClick={onRetry}>
            {t('common:action.retry')}
          </Button>
        </div>
      )}
    </>
  );
}

function EnlargedOnClick({ url, label }: { readonly url: string; readonly label: string }) {
  const t = useText('operator');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('picture.open', { label })}
        onClick={() => setOpen(true)}
        className={`${FRAME} cursor-zoom-in`}
      >
        <img src={url} alt="" className="size-full object-contain" />
      </button>
      <PictureLight url={url} label={label} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
