/** The panel in place of a sheet or dialog whose script is not there. */
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from './button.tsx';
import { IconPending } from './icons.ts';
import { NativeDialog } from './native-dialog.tsx';
import { useLasting } from './use-lasting.ts';
import { useIsOnline } from './use-online.ts';

/** Props that all layers have. */
export interface LayerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Most scripts arrive sooner, so that no veil flashes. React itself may wait for 300 ms. */
const SHOWN_AFTER_MS = 600;
/** A phone with a slow network has the script by then. */
const LONG_MS = 5_000;

/** Shows while the script of an open layer loads, at first nothing. */
export const LayerLoading = (props: LayerProps): ReactNode =>
  props.isOpen && <Loading {...props} />;

/** Takes the place of an open layer whose script did not load although the server is there. */
export const LayerFailed = (props: LayerProps): ReactNode => props.isOpen && <Failed {...props} />;

function Loading(props: LayerProps) {
  const t = useText('common');
  const isShown = useLasting(true, SHOWN_AFTER_MS);
  const isLong = useLasting(true, LONG_MS);
  const isOnline = useIsOnline();
  if (!isShown) return null;
  const isLate = isLong || !isOnline;
  return (
    <Panel {...props} label={t(isLate ? 'state.failed' : 'page.loading')}>
      {isLate ? (
        <Reason hint={t(isOnline ? 'layer.awayHint' : 'layer.offlineHint')} />
      ) : (
        <output aria-label={t('page.loading')} className="grid place-items-center">
          <IconPending aria-hidden className="size-7 animate-spin text-accent" />
        </output>
      )}
    </Panel>
  );
}

function Failed(props: LayerProps) {
  const t = useText('common');
  const reload = <Button onClick={() => location.reload()}>{t('action.reload')}</Button>;
  return (
    <Panel {...props} label={t('state.failed')} action={reload}>
      <Reason hint={t('layer.reloadHint')} />
    </Panel>
  );
}

function Reason({ hint }: { readonly hint: string }) {
  const t = useText('common');
  return (
    <div role="alert">
      <p className="text-lg font-semibold">{t('state.failed')}</p>
      <p className="mt-2 leading-relaxed text-muted">{hint}</p>
    </div>
  );
}

interface PanelProps extends LayerProps {
  readonly label: string;
  /** Next to the button that closes it. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Panel({ onClose, label, action, children }: PanelProps) {
  const t = useText('common');
  return (
    <NativeDialog
      label={label}
      onDismiss={onClose}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('action.close')}
          </Button>
          {action}
        </>
      }
    >
      {children}
    </NativeDialog>
  );
}
