/** The free disk space of the server in words, with a warning. */
import type { DiskRoom } from '../../../../contract/operator/schemas/disk.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';

/** Returns the free space on the server's disk as text. */
export function useDiskText({ free_gb: free }: DiskRoom): string {
  const t = useText('operator');
  const format = useFormat();
  return free === null ? t('disk.unknown') : t('disk.gigabytes', { number: format.amount(free) });
}

/** The free space with its label, and with instructions if it is low. */
export function DiskRoomLine({ room }: { readonly room: DiskRoom }) {
  const t = useText('operator');
  const format = useFormat();
  const text = useDiskText(room);
  return (
    <dl className="text-sm">
      <dt className="text-muted">{t('disk.free')}</dt>
      <dd className={`tabular-nums ${room.is_low ? 'text-down' : ''}`}>{text}</dd>
      {room.is_low && (
        <dd className="text-down">{t('disk.low', { number: format.amount(room.warning_gb) })}</dd>
      )}
    </dl>
  );
}
