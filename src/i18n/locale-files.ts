import type { Locale, Namespace } from '../../contract/languages.ts';
import { SECOND_MS } from '../../contract/time.ts';
import { networkPause } from '../ui/network-pause.ts';

type Texts = Record<string, unknown>;

/** The longest wait between two tries. */
const PAUSE_MAX_MS = 16 * SECOND_MS;
/** A try that takes longer is given up: what it waits for may have gone with the network. */
const PATIENCE_MS = 10 * SECOND_MS;
const GONE_STATUS = 404;

/**
 * Texts of one language and area of the product. What does not arrive is asked for until it does,
 * as a page without words tells nobody anything.
 * @param onGone called when the server has such a file no longer: a newer release replaced it.
 */
export async function loadTexts(
  locale: Locale,
  namespace: Namespace,
  onGone: () => void,
): Promise<Texts> {
  for (let pauseMs = SECOND_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    // Fetched, not imported: browsers keep a failed import for as long as the page lives.
    const url = `${import.meta.env.TEXTS_URL}/${locale}/${namespace}.json`;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const reply = await fetch(url, { signal }).catch(() => undefined);
    const texts = reply?.ok === true ? await jsonOf(reply) : undefined;
    if (texts !== undefined) return texts;
    if (reply?.status === GONE_STATUS) onGone();
    await networkPause(pauseMs);
  }
}

/** Undefined where the network ended in the middle. */
async function jsonOf(reply: Response): Promise<Texts | undefined> {
  try {
    return (await reply.json()) as Texts;
  } catch {
    return undefined;
  }
}
