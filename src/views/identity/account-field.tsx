/** The field of an account: email address, or mobile number with its area. */
import { Suspense } from 'react';
import type { AccountType } from '../../../contract/identity/identity.ts';
import { useText } from '../../i18n/use-text.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { TextField } from '../../ui/text-field.tsx';

interface AccountFieldProps {
  readonly type: AccountType;
  readonly account: string;
  readonly areaId: number;
  readonly onChange: (change: {
    readonly type?: AccountType;
    readonly account?: string;
    readonly areaId?: number;
  }) => void;
  readonly problem: string | undefined;
  /** `username` for an existing account (a sign-in); otherwise `email` or `tel`. */
  readonly autoComplete?: string;
}

const AreaPicker = lazyPart(async () => (await import('./area-picker.tsx')).AreaPicker);

const TYPES = ['email', 'mobile'] as const;

/** Email address or mobile number with its area, and the switch between the two. */
export function AccountField(props: AccountFieldProps) {
  const { type, account, areaId, onChange, problem, autoComplete } = props;
  const t = useText('identity');
  const isMobile = type === 'mobile';
  return (
    <div className="flex flex-col gap-4">
      <fieldset
        aria-label={t('account.type')}
        className="grid grid-cols-2 gap-1 rounded-control bg-sunken p-1"
      >
        {TYPES.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === type}
            onClick={() => option !== type && onChange({ type: option, account: '' })}
            className="min-h-11 rounded-[8px] px-2 text-sm text-muted transition-colors duration-150 hover:text-ink aria-pressed:bg-raised aria-pressed:font-semibold aria-pressed:text-ink"
          >
            {t(`account.${option}`)}
          </button>
        ))}
      </fieldset>
      <TextField
        key={type}
        name="account"
        label={t(isMobile ? 'account.mobileLabel' : 'account.emailLabel')}
        type={isMobile ? 'tel' : 'email'}
        inputMode={isMobile ? 'tel' : 'email'}
        autoComplete={autoComplete ?? (isMobile ? 'tel-national' : 'email')}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        placeholder={t(isMobile ? 'account.mobilePlaceholder' : 'account.emailPlaceholder')}
        value={account}
        onChange={(text) =>
          onChange({ account: isMobile ? text.replaceAll(/\D/g, '') : text.trim() })
        }
        problem={problem}
        leading={
          isMobile && (
            <Suspense fallback={<span className="w-20 shrink-0" />}>
              <AreaPicker areaId={areaId} onChoose={(chosen) => onChange({ areaId: chosen })} />
            </Suspense>
          )
        }
      />
    </div>
  );
}
