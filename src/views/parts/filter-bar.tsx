/** The bar of a list's filters, kept in the address. */
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';

/** The filters of a list. */
export function FilterBar({ children }: { readonly children: ReactNode }) {
  const t = useText('wallet');
  return (
    <search
      aria-label={t('filter.label')}
      className="flex flex-wrap gap-2 px-gutter pb-2 *:flex-auto md:*:flex-none"
    >
      {children}
    </search>
  );
}

/** Writes a choice into the address; removes an empty one. */
export function useAddressChoice(): (name: string, value: string) => void {
  const [, setAddress] = useSearchParams();
  return (name, value) =>
    setAddress(
      (current) => {
        if (value === '') current.delete(name);
        else current.set(name, value);
        return current;
      },
      { replace: true },
    );
}
