/** The header of fast contracts: instrument, live index, coins or forex, own limits. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useLastPrice, type IndexPulse } from '../../app/micro/use-index.ts';
import type { MicroInstrument, MicroKind } from '../../app/micro/use-micro-products.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconBack, IconExpand } from '../../ui/icons.ts';
import { useGoBack } from '../parts/use-go-back.ts';
import { LimitsSheet } from './limits-sheet.tsx';
import { microPath } from './micro-address.ts';

interface MicroHeaderProps {
  readonly kind: MicroKind;
  readonly current: MicroInstrument;
  readonly instruments: readonly MicroInstrument[];
  readonly pulse: IndexPulse;
  readonly onChoose: (instrument: string) => void;
}

export function MicroHeader({ kind, current, instruments, pulse, onChoose }: MicroHeaderProps) {
  const t = useText('micro');
  const c = useText('common');
  const goBack = useGoBack('/home');
  const [isOpen, setOpen] = useState(false);
  return (
    <header className="flex min-h-bar flex-wrap items-center gap-x-2 px-1.5">
      <IconButton icon={IconBack} label={c('action.back')} onClick={goBack} />
      <h1 className="relative flex min-w-0 items-center">
        <select
          aria-label={t('verify.figure.pair')}
          value={current.instrument}
          onChange={(event) => onChoose(event.target.value)}
          className="min-h-11 min-w-0 appearance-none rounded-control bg-transparent ps-2 pe-8 text-lg font-semibold hover:bg-tint"
        >
          {instruments.map(({ instrument }) => (
            <option key={instrument} value={instrument} className="bg-surface text-ink">
              {instrument}
            </option>
          ))}
        </select>
        <IconExpand
          aria-hidden
          className="pointer-events-none absolute end-2 size-4.5 text-faint"
        />
      </h1>
      <Price current={current} pulse={pulse} />
      <nav aria-label={t('kind.label')} className="ms-auto flex gap-1">
        {(['coins', 'forex'] as const).map((other) => (
          <Link
            key={other}
            to={microPath(other)}
            replace
            aria-current={other === kind ? 'page' : undefined}
            className={classNames(
              'flex min-h-11 items-center rounded-control px-2 text-sm',
              other === kind ? 'font-semibold text-accent' : 'text-muted hover:text-ink',
            )}
          >
            {t(`kind.${other}`)}
          </Link>
        ))}
      </nav>
      <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
        {t('limits.title')}
      </Button>
      <LimitsSheet isOpen={isOpen} onClose={() => setOpen(false)} />
    </header>
  );
}

function Price({ current, pulse }: Pick<MicroHeaderProps, 'current' | 'pulse'>) {
  const t = useText('micro');
  const format = useFormat();
  const price = useLastPrice(current.instrument);
  return (
    <p className="px-1">
      <span className="sr-only">{t('index.label')}</span>
      <span
        data-testid="index-price"
        data-pulse={pulse}
        className={classNames(
          'figures text-lg font-semibold',
          pulse === 'live' ? 'text-ink' : 'text-faint',
        )}
      >
        {price === null ? '–' : format.price(price, current.products[0].price_scale)}
      </span>
    </p>
  );
}
