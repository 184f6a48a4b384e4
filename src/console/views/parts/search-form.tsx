/** The search field of a list, kept in the address as `text`. */
import { useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';

interface SearchFormProps {
  readonly label: string;
}

/** The search text, kept in the address as `text`. */
export function SearchForm({ label }: SearchFormProps) {
  const t = useText('operator');
  const [address, setAddress] = useSearchParams();
  const [text, setText] = useState(address.get('text') ?? '');
  const search = (event: FormEvent) => {
    event.preventDefault();
    setAddress((current) => {
      current.set('text', text.trim());
      current.delete('id');
      return current;
    });
  };
  return (
    <search>
      <form onSubmit={search} className="flex flex-wrap items-end gap-2 px-gutter pb-3">
        <div className="min-w-0 flex-[1_1_11rem]">
          <TextField name="text" type="search" label={label} value={text} onChange={setText} />
        </div>
        <Button type="submit" kind="secondary">
          {t('search')}
        </Button>
      </form>
    </search>
  );
}
