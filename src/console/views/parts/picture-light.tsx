/** A picture in nearly the whole window, fitted or in full size. */
import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconClose } from '../../../ui/icons.ts';
import { floatStyle, veilStyle } from '../../../ui/popup-style.ts';
import { useBackCloses } from '../../../ui/use-back-closes.ts';

interface PictureLightProps {
  readonly url: string;
  readonly label: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A picture in nearly the whole window: fitted into it, or in its own size, to be scrolled. */
export function PictureLight({ url, label, isOpen, onClose }: PictureLightProps) {
  const t = useText('operator');
  useBackCloses(isOpen, onClose);
  const [isFull, setFull] = useState(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open: boolean) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={veilStyle} />
        <Dialog.Popup
          className={`${floatStyle} fixed inset-3 z-50 flex flex-col overflow-hidden rounded-sheet md:inset-8`}
        >
          <div className="flex min-h-14 items-center gap-2 ps-5 pe-2">
            <Dialog.Title className="min-w-0 flex-1 truncate text-lg font-semibold">
              {label}
            </Dialog.Title>
            <Button kind="quiet" size="small" onClick={() => setFull(!isFull)}>
              {t(isFull ? 'picture.zoomOut' : 'picture.zoomIn')}
            </Button>
            <Dialog.Close
              render={<IconButton icon={IconClose} label={t('common:action.close')} />}
            />
          </div>
          <div
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it
            tabIndex={0}
            className="min-h-0 flex-1 overflow-auto bg-sunken -outline-offset-2"
          >
            <img
              src={url}
              alt={label}
              className={isFull ? 'max-w-none' : 'size-full object-contain'}
            />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
