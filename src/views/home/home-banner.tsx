/** The banner carousel of the home screen. */
import { LIMITS } from '../../../contract/limits.ts';
import { NEWS_CATEGORIES } from '../../../contract/content/news-categories.ts';
import type { NewsItem } from '../../../contract/content/content.ts';
import { useQuery } from '../../app/core/hooks/use-query.ts';
import { useText } from '../../i18n/use-text.ts';
import { Carousel } from '../../ui/carousel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-panel.tsx';

/** Height of a banner: 210/375 of its width, at most 190 px (SPEC 9); with large letters, that of its text. */
const frame =
  'aspect-[375/210] max-h-[190px] w-full @max-[18rem]:aspect-auto @max-[18rem]:h-full @max-[18rem]:max-h-none';

/** The swipe banner. Without a banner there is no empty box. */
export function HomeBanner() {
  const t = useText('home');
  const banners = useQuery('listNews', { category_id: String(NEWS_CATEGORIES.banner) });
  if (banners.status === 'failure')
    return <ErrorState error={banners.error} onRetry={banners.retry} />;
  if (banners.status === 'loading')
    return (
      <div className="px-gutter">
        <Skeleton className={`${frame} rounded-card`} />
      </div>
    );
  if (banners.data.length === 0) return null;
  // The pictures are dark in both themes, so text and dots are light in both.
  return (
    <div data-theme="dark" className="px-gutter text-ink">
      <Carousel
        label={t('banner.label')}
        items={banners.data}
        itemKey={(item) => item.id}
        renderItem={(item) => <Banner item={item} />}
        autoplayMs={LIMITS.autoplay_ms}
        dotLabel={(number) => t('banner.goTo', { number })}
      />
    </div>
  );
}

/** A picture with its text above. */
function Banner({ item }: { readonly item: NewsItem }) {
  return (
    <div className={`relative overflow-hidden bg-surface ${frame}`}>
      {item.banner !== '' && (
        <img
          src={item.banner}
          alt=""
          width={375}
          height={210}
          className="absolute inset-y-0 end-0 size-full object-cover object-right lg:w-[27rem] lg:[mask-image:linear-gradient(to_right,transparent,black_45%)]"
        />
      )}
      <div className="absolute inset-0 flex flex-col justify-center gap-1.5 bg-gradient-to-r from-surface via-surface/50 to-transparent p-5 pe-[40%] @max-[18rem]:relative @max-[18rem]:to-surface/50 @max-[18rem]:pe-5 @max-[18rem]:pb-11">
        <p className="line-clamp-2 text-lg @max-[18rem]:line-clamp-none leading-snug font-semibold text-balance">
          {item.title}
        </p>
        <p className="line-clamp-3 text-sm @max-[18rem]:line-clamp-none leading-snug text-muted">
          {item.summary}
        </p>
      </div>
    </div>
  );
}
