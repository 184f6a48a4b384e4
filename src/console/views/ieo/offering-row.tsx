/** One offering: its phase, its terms, what is subscribed, and the actions on it. */
import type { OfferingDesk } from '../../../../contract/operator/schemas/ieo.ts';
import { parseUnits } from '../../../../contract/money/decimal.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CANCEL_OFFERING, PUBLISH_OFFERING } from '../../forms/decision-forms.ts';
import { offeringDesk } from '../../hooks/operator-lifecycles.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { DecisionButton } from '../parts/decision-button.tsx';
import { LastActNote } from '../parts/last-act.tsx';
import { DraftTerms } from './offering-draft.tsx';
import { OfferingTermsText } from './offering-terms.tsx';

const TONE = {
  draft: 'accent',
  discarded: 'down',
  not_started: 'warn',
  preheat: 'warn',
  subscribing: 'up',
  allocating: 'warn',
  distributing: 'warn',
  ended: 'up',
  cancelled: 'down',
} as const;

type DeskOffering = OfferingDesk['offerings'][number];

interface OfferingRowProps {
  readonly offering: DeskOffering;
  readonly desk: OfferingDesk;
  readonly currencies: readonly { readonly value: string; readonly label: string }[];
}

/** An offering with the actions on it. */
export function OfferingRow({ offering, desk, currencies }: OfferingRowProps) {
  const t = useText('operator');
  const format = useFormat();
  const { id, phase, token_code: token } = offering;
  const name = `${token} · ${id}`;
  const { isDraft, canCancel } = offeringDesk(offering);
  return (
    <section aria-label={name} className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-64 flex-1 text-sm text-muted">
          <h2 className="flex flex-wrap items-center gap-2 text-base font-semibold text-ink">
            {name}
            <Badge tone={TONE[phase]}>{t(`offering.phase.${phase}`)}</Badge>
          </h2>
          <OfferingTermsText offering={offering} />
          {offering.subscribers > 0 && (
            <p>
              {t('offering.held', {
                subscribed: format.amount(offering.subscribed),
                token,
                users: format.amount(String(offering.subscribers)),
              })}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          {isDraft && (
            <>
              <DraftTerms offering={offering} name={name} currencies={currencies} />
              <Publication offering={offering} name={name} desk={desk} />
            </>
          )}
          {canCancel && <End offering={offering} name={name} />}
        </div>
      </div>
      <LastActNote act={offering.last_act} kind="offering" id={id} />
    </section>
  );
}

interface ActionProps {
  readonly offering: DeskOffering;
  readonly name: string;
}

function Publication({ offering, name, desk }: ActionProps & Pick<OfferingRowProps, 'desk'>) {
  const t = useText('operator');
  const format = useFormat();
  const publication = useDecision(PUBLISH_OFFERING, offering, { id: offering.id });
  const tokens = desk.tokens.find(({ currency_id: id }) => id === offering.token_currency_id);
  const [free, offered] = [tokens?.free ?? '0', offering.offered].map(
    (amount) => parseUnits(amount, offering.token_scale) ?? 0n,
  ) as [bigint, bigint];
  return (
    <DecisionButton
      label={t('news.publish')}
      subject={name}
      decision={publication}
      kind="primary"
      isPossible={offeringDesk(offering).isDraft && free >= offered}
    >
      <div className="flex flex-col gap-1 text-sm">
        <OfferingTermsText offering={offering} />
        <p>
          {t('offering.fundLine', {
            free: format.amount(tokens?.free ?? '0'),
            promised: format.amount(tokens?.promised ?? '0'),
            currency: offering.token_code,
          })}
        </p>
      </div>
      <p className="rounded-control bg-warn-soft p-3 text-sm text-warn">
        {free < offered ? t('offering.missing') : t('offering.publishHint')}
      </p>
    </DecisionButton>
  );
}

/** Cancels an offering, or discards a draft. */
function End({ offering, name }: ActionProps) {
  const t = useText('operator');
  const end = useDecision(CANCEL_OFFERING, offering, { id: offering.id });
  const { isDraft, canCancel } = offeringDesk(offering);
  const action = isDraft ? t('news.discard') : t('offering.cancel');
  return (
    <DecisionButton
      label={action}
      subject={name}
      decision={end}
      kind="quiet"
      isPossible={canCancel}
      isDanger
    >
      <p className="rounded-control bg-warn-soft p-3 text-sm text-warn">
        {isDraft ? t('offering.discardHint') : t('offering.cancelHint')}
      </p>
    </DecisionButton>
  );
}
