/** A note that the address filters the list, with a link to the whole list. */
import { useSearchParams } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';

/** Reports that `names` in the address filter the list, and links to the whole list. */
export function NarrowedNote({ names }: { readonly names: readonly string[] }) {
  const t = useText('operator');
  const [, setAddress] = useSearchParams();
  const widen = () =>
    setAddress((current) => {
      for (const name of names) current.delete(name);
      return current;
    });
  return (
    <p className="mb-2 flex flex-wrap items-center justify-between gap-2 rounded-control bg-raised px-3 py-1 text-sm text-muted">
      {t('filter.narrowed')}
      <Button kind="quiet" size="small" onClick={widen}>
        {t('filter.showAll')}
      </Button>
    </p>
  );
}
