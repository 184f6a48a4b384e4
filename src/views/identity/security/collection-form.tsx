/** The form of a collection method: bank card, Alipay or WeChat. */
import type { FormEvent } from 'react';
import { COLLECTION_KINDS } from '../../../../contract/people/people-kinds.ts';
import type { CollectionMethod } from '../../../../contract/people/people.ts';
import { useCollectionForm, useVerifiedName } from '../../../app/people/use-collection-methods.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { IconLocked } from '../../../ui/icons.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useFocusFirstProblem } from '../../../ui/use-focus-first-problem.ts';
import { FormProblem } from '../../parts/form-problem.tsx';
import { PayPasswordField } from '../../parts/pay-password-field.tsx';
import { PrivatePicture } from '../../parts/private-picture.tsx';
import { UploadField } from '../../parts/upload-field.tsx';
import { usePersonProblem } from '../../parts/use-person-problem.ts';

interface CollectionFormProps {
  readonly method: CollectionMethod | null;
  /** Kind of a new method; null for any. */
  readonly kind: string | null;
  readonly onSaved: () => void;
}

type Form = ReturnType<typeof useCollectionForm>;
type Line = 'account' | 'bank' | 'branch' | 'nickname';

/** Bank card, Alipay or WeChat: each with the fields it needs. */
export function CollectionForm({ method, kind: wanted, onSaved }: CollectionFormProps) {
  const t = useText('people');
  const form = useCollectionForm(method, wanted, onSaved);
  const { fields, edit } = form;
  const problemText = usePersonProblem(form.problems);
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
    noteAttempt();
  };
  const kind = COLLECTION_KINDS.find((candidate) => candidate === fields.kind) ?? 'bank_card';
  const line = (name: Line, label: string, maxLength: number) => (
    <TextField
      name={name}
      label={label}
      autoComplete="off"
      maxLength={maxLength}
      value={fields[name]}
      problem={problemText(name)}
      onChange={(text) => edit({ [name]: text })}
    />
  );
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-5 rounded-card bg-surface p-5"
    >
      {method === null && (
        <SelectField
          name="kind"
          label={t('field.kind')}
          value={kind}
          options={COLLECTION_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(chosen) => edit({ kind: chosen })}
        />
      )}
      <Holder />
      {kind === 'bank_card' && line('bank', t('field.bank'), 80)}
      {kind === 'bank_card' && line('branch', t('field.branchOptional'), 80)}
      {kind === 'wechat' && line('nickname', t('field.nicknameOptional'), 64)}
      {line('account', t(`account.${kind}`), 64)}
      {kind !== 'bank_card' && (
        <PictureOfCode form={form} method={method} problem={problemText('picture')} />
      )}
      <PayPasswordField
        value={fields.payPassword}
        problem={problemText('payPassword')}
        onChange={(payPassword) => edit({ payPassword })}
      />
      <FormProblem problem={problemText(null)} />
      <Button type="submit" pending={form.isBusy}>
        {t('collection.save')}
      </Button>
    </form>
  );
}

/** The verified name, which the user cannot type or change. */
function Holder() {
  const t = useText('people');
  const name = useVerifiedName();
  return (
    <div className="rounded-control bg-sunken p-3" data-testid="collection-holder">
      <p className="text-sm text-muted">{t('field.realName')}</p>
      <p className="flex items-center gap-2 py-0.5 font-semibold">
        <IconLocked aria-hidden className="size-4 shrink-0 text-faint" />
        <bdi className="min-w-0 wrap-anywhere">{name ?? '–'}</bdi>
      </p>
      <p className="text-sm text-muted">{t('collection.holderHint')}</p>
    </div>
  );
}

interface PictureOfCodeProps {
  readonly form: Form;
  readonly method: CollectionMethod | null;
  readonly problem: string | undefined;
}

/** The picture of the payment QR code; an existing one stays unless a new one is chosen. */
function PictureOfCode({ form, method, problem }: PictureOfCodeProps) {
  const t = useText('people');
  const tParts = useText('parts');
  const known = method?.qr_picture_id ?? null;
  const isDone = form.picture.status === 'done';
  return (
    <div className="flex flex-col gap-3">
      {known !== null && form.picture.status === 'empty' && (
        <PrivatePicture id={known} label={t('collection.picture')} />
      )}
      <UploadField
        label={t(known === null ? 'collection.picture' : 'collection.otherPicture')}
        hint={tParts('picture.limits')}
        upload={form.picture}
        missing={isDone ? undefined : problem}
      />
    </div>
  );
}
