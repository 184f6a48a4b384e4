/** The flag of a language, as decoration. */
import cn from 'flag-icons/flags/4x3/cn.svg?url';
import de from 'flag-icons/flags/4x3/de.svg?url';
import es from 'flag-icons/flags/4x3/es.svg?url';
import fr from 'flag-icons/flags/4x3/fr.svg?url';
import hk from 'flag-icons/flags/4x3/hk.svg?url';
import jp from 'flag-icons/flags/4x3/jp.svg?url';
import kr from 'flag-icons/flags/4x3/kr.svg?url';
import th from 'flag-icons/flags/4x3/th.svg?url';
import us from 'flag-icons/flags/4x3/us.svg?url';
import vn from 'flag-icons/flags/4x3/vn.svg?url';
import { classNames } from './class-names.ts';

/** Flags of the ten languages only: each is a file of its own, loaded when shown. */
const FLAGS: Record<string, string> = { cn, de, es, fr, hk, jp, kr, th, us, vn };

/** The flag of a language. Decorative: the name is next to it. */
export function Flag({ code, className }: { readonly code: string; readonly className?: string }) {
  return (
    <img
      src={FLAGS[code]}
      alt=""
      width={24}
      height={18}
      loading="lazy"
      className={classNames('h-4.5 w-6 rounded-[3px] object-cover ring-1 ring-line', className)}
    />
  );
}
