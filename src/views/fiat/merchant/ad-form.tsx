/** The form of an ad, with a reset when the ad has changed. */
import { useState, type FormEvent } from 'react';
import { LIMITS } from '../../../../contract/limits.ts';
import {
  useAdForm,
  type AdForm as Form,
  type AdFormGround,
} from '../../../app/fiat/use-ad-form.ts';
import { useSecurity } from '../../../app/identity/use-security.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useFocusFirstProblem } from '../../../ui/use-focus-first-problem.ts';
import { Notice } from '../../parts/notice.tsx';
import { isUnknown, UnknownOutcome, useOutcomeTexts } from '../../parts/outcome.tsx';
import { ConnectedButton } from '../../parts/connected-button.tsx';
import { FormProblem } from '../../parts/form-problem.tsx';
import { Panel } from '../../parts/panel.tsx';
import { SellerProof } from '../seller-proof.tsx';
import type { AdPanelProps } from './ad-panel.types.ts';
import { AdParts } from './ad-parts.tsx';
import { AmountPanel } from './amount-panel.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { PricePanel } from './price-panel.tsx';
import { SubjectPanel } from './subject-panel.tsx';
import { useMerchantProblem } from './use-merchant-problem.ts';

interface AdFormProps {
  readonly ground: AdFormGround;
  readonly onSaved: () => void;
  readonly onChanged: () => void;
}

/** The terms of an ad, with a reset if the ad has changed since. */
export function AdForm(props: AdFormProps) {
  const [attempt, setAttempt] = useState(1);
  return <AdFormOf key={attempt} {...props} onReset={() => setAttempt(attempt + 1)} />;
}

function AdFormOf(props: AdFormProps & { readonly onReset: () => void }) {
  const { ground, onSaved, onChanged, onReset } = props;
  const t = useText('fiat-merchant');
  const form = useAdForm(ground, { onSaved, onChanged });
  const security = useSecurity();
  const textOf = useMerchantProblem(form.problems);
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  useOutcomeTexts();
  if (isUnknown(form.status)) return <LostReply form={form} />;
  if (form.wasDoneUnseen) return <PostedBefore />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit(security.data?.is_google_bound === true);
    noteAttempt();
  };
  const panel: AdPanelProps = { form, ground, textOf };
  const { fields, edit } = form;
  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {ground.ad !== null && <EditNotes form={form} ad={ground.ad} onReset={onReset} />}
      {ground.ad === null && <SubjectPanel {...panel} />}
      <PricePanel {...panel} />
      <AmountPanel {...panel} />
      <PaymentPanel {...panel} />
      <Panel title={t('form.more')}>
        <TextArea
          name="remark"
          label={t('field.remark')}
          rows={3}
          dir="auto"
          maxLength={LIMITS.fiat_remark_length_max}
          value={fields.remark}
          hint={t('field.remarkHint')}
          problem={textOf('remark')}
          onChange={(remark) => edit({ remark })}
        />
        {ground.ad === null && (
          <div className="mt-2">
            <Switch
              checked={fields.autoOpen === '1'}
              onChange={(isOn) => edit({ autoOpen: isOn ? '1' : '0' })}
            >
              <span>
                {t('field.autoOpen')}
                <span className="block text-sm text-muted">{t('field.autoOpenHint')}</span>
              </span>
            </Switch>
          </div>
        )}
      </Panel>
      {form.asksForSecrets && (
        <Panel>
          <div className="flex flex-col gap-4">
            <SellerProof form={form} />
          </div>
        </Panel>
      )}
      <FormProblem problem={textOf(null)} />
      <ConnectedButton
        type="submit"
        pending={form.isBusy}
        noConnection={t('noConnection')}
        data-testid="save-ad"
      >
        {t(ground.ad === null ? 'form.submitPost' : 'form.submitEdit')}
      </ConnectedButton>
    </form>
  );
}

interface EditNotesProps {
  readonly form: Form;
  readonly ad: NonNullable<AdFormGround['ad']>;
  readonly onReset: () => void;
}

/** Notes about the effect of an edit, and about changes of the ad since it was opened. */
function EditNotes({ form, ad, onReset }: EditNotesProps) {
  const t = useText('fiat-merchant');
  return (
    <>
      <Notice tone="plain">
        <p>{t('form.editNote')}</p>
      </Notice>
      <Panel title={`${t(`side.${ad.side}`)} · ${ad.currency_code} / ${ad.fiat_code}`}>
        <AdParts ad={ad} />
        <div role="status">
          {form.hasMoved && (
            <div data-testid="ad-moved" className="pt-4">
              <Notice tone="warn">
                <p>{t('form.moved')}</p>
                <Button kind="quiet" size="small" className="mt-1.5 -ms-3.5" onClick={onReset}>
                  {t('form.discard')}
                </Button>
              </Notice>
            </div>
          )}
        </div>
      </Panel>
    </>
  );
}

/** The form was closed during the call. */
function PostedBefore() {
  const t = useText('fiat-merchant');
  return (
    <div role="status">
      <Notice tone="plain" link={{ to: '/my-shop', text: t('ads.title') }}>
        {t('form.posted')}
      </Notice>
    </div>
  );
}

/** No reply came, so the ad may have been posted. */
function LostReply({ form }: { readonly form: Form }) {
  const t = useText('fiat-merchant');
  return (
    <UnknownOutcome
      form={form}
      hint={t('form.unknown')}
      onAbandon={form.abandon}
      records={{ to: '/my-shop', text: t('ads.title') }}
    />
  );
}
