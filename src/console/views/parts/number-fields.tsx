/** Text fields of numbers in a form of a decision, two in a row where there is room. */
import type { Problem } from '../../../../machines/app/core/problem.ts';
import { useText } from '../../../i18n/use-text.ts';
import { TextField } from '../../../ui/text-field.tsx';

/** The part of a form that its fields need. */
export interface NumberForm<Name extends string> {
  readonly fields: Readonly<Partial<Record<Name, string>>>;
  readonly problems: readonly Problem<string>[];
  edit(fields: Partial<Record<Name, string>>): void;
}

interface NumberFieldsProps<Name extends string> {
  /** In the order of the form. */
  readonly names: readonly Name[];
  readonly labelOf: (name: Name) => string;
  readonly form: NumberForm<Name>;
}

/** One text field for each name. */
export function NumberFields<Name extends string>({
  names,
  labelOf,
  form,
}: NumberFieldsProps<Name>) {
  const t = useText('operator');
  return (
    <div className="grid gap-4 sm:grid-cols-2 sm:items-end">
      {names.map((name) => (
        <TextField
          key={name}
          name={name}
          inputMode="decimal"
          label={labelOf(name)}
          value={form.fields[name] ?? ''}
          onChange={(value) => form.edit({ [name]: value } as Partial<Record<Name, string>>)}
          problem={
            form.problems.some(({ field }) => field === name) ? t('lever.problem') : undefined
          }
        />
      ))}
    </div>
  );
}
