/** The product's promises next to the sign-in form on wide screens. */
import { useText } from '../../i18n/use-text.ts';
import { Brand } from '../../ui/brand.tsx';
import { IconLanguage, IconMarket, IconSecurity } from '../../ui/icons.ts';
import { MeridianGlobe } from '../../ui/meridian-globe.tsx';

/** The product's promises, next to the form on wide screens only. */
export function AuthArt() {
  const t = useText('identity');
  const promises = [
    { icon: IconMarket, text: t('promise.stale') },
    { icon: IconSecurity, text: t('promise.session') },
    { icon: IconLanguage, text: t('promise.languages') },
  ];
  return (
    <aside className="relative hidden overflow-hidden border-e border-line bg-surface p-12 lg:flex lg:flex-col">
      <MeridianGlobe className="absolute -end-1/4 -bottom-1/4 size-[46rem] text-edge" />
      <Brand />
      <p className="relative mt-auto max-w-md text-4xl leading-tight font-semibold tracking-tight text-balance">
        {t('promise.title')}
      </p>
      <ul className="relative mt-8 flex max-w-md flex-col gap-4">
        {promises.map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-center gap-3.5 text-muted">
            <span className="grid size-10 shrink-0 place-items-center rounded-control bg-accent-soft text-accent">
              <Icon aria-hidden className="size-5" />
            </span>
            {text}
          </li>
        ))}
      </ul>
    </aside>
  );
}
