/** One instrument of fast contracts: index, sources, exposure, and its products by duration. */
import type {
  OperatorMicroInstrument,
  OperatorMicroProduct,
} from '../../../../contract/operator/schemas/micro.ts';
import { SECOND_MS } from '../../../../contract/time.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { LastActNote } from '../parts/last-act.tsx';
import { MicroProductChanges } from './micro-changes.tsx';

const TONE = { trading: 'up', halted: 'down' } as const;

interface MicroInstrumentProps {
  readonly instrument: OperatorMicroInstrument;
  /** Code of the currency of all stakes. */
  readonly code: string;
}

/** An instrument, and its products with the actions on them. */
export function MicroInstrumentRow({ instrument, code }: MicroInstrumentProps) {
  const t = useText('operator');
  const format = useFormat();
  const { instrument: name, point, price_scale: scale } = instrument;
  return (
    <section aria-label={name} className="flex flex-col gap-1 py-3">
      <h2 className="flex flex-wrap items-center gap-2 font-semibold">
        {name}
        <span className="tabular-nums">
          {point?.price == null ? t('micro.gap') : format.price(point.price, scale)}
        </span>
      </h2>
      {(['up', 'down'] as const).map((direction) => (
        <p key={direction} className="text-sm text-muted tabular-nums">
          {t(`micro.side.${direction}`, {
            stakes: format.amount(instrument[direction].stakes),
            profits: format.amount(instrument[direction].profits),
            currency: code,
          })}
        </p>
      ))}
      <Sources instrument={instrument} />
      <ul className="flex flex-col divide-y divide-line">
        {instrument.products.map((product) => (
          <li key={product.id}>
            <MicroProductRow product={product} instrument={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface MicroProductProps {
  readonly product: OperatorMicroProduct;
  readonly instrument: string;
}

function MicroProductRow({ product, instrument }: MicroProductProps) {
  const t = useText('operator');
  const format = useFormat();
  const { status } = product;
  const duration = t('micro.seconds', { seconds: String(product.seconds) });
  const name = `${instrument} · ${duration}`;
  return (
    <section aria-label={name} className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-48 flex-1 text-sm text-muted">
          <h3 className="flex flex-wrap items-center gap-2 text-base text-ink">
            {duration}
            <Badge tone={TONE[status]}>{t(`market.${status}`)}</Badge>
          </h3>
          <p>
            {t('micro.rules', {
              profit: format.rate(product.profit_ppm),
              loss: format.rate(product.loss_ppm),
              // Joined, so that no line breaks at the dash.
              stakes: [product.stake_min, product.stake_max]
                .map((stake) => format.amount(stake))
                .join('\u2060–\u2060'),
            })}
          </p>
          <p>
            {t('micro.limits', {
              owner: format.amount(product.owner_limit),
              side: format.amount(product.side_limit),
              skew: format.amount(product.skew_limit),
            })}
          </p>
        </div>
        <MicroProductChanges product={product} name={name} />
      </div>
      <LastActNote act={product.last_act} kind="micro_product" id={String(product.id)} />
    </section>
  );
}

/** Price of each source at the last point of the index; a tap shows them. */
function Sources({ instrument }: Pick<MicroInstrumentProps, 'instrument'>) {
  const t = useText('operator');
  const format = useFormat();
  const { point, price_scale: scale } = instrument;
  if (point === null) return null;
  return (
    <details className="text-sm">
      <summary className="min-h-11 cursor-pointer py-2 text-accent">
        {t('lever.sources')} · {point.sources.length}
      </summary>
      <ul className="flex flex-col gap-1 pb-2 tabular-nums">
        {point.sources.map(({ source, price, age_ms: ageMs }) => (
          <li key={source}>
            <bdi>
              {t('lever.source', {
                source,
                price: format.price(price, scale),
                seconds: String(Math.floor(ageMs / SECOND_MS)),
              })}
            </bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}
