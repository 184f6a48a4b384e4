/** Fetches translation files with retries and a fallback to zh-CN. */
import { DEFAULT_LOCALE, type Locale, type Namespace } from '../../contract/languages.ts';
import { SECOND_MS } from '../../contract/time.ts';
import { networkPause } from '../ui/network-pause.ts';

type Texts = Record<string, unknown>;

/** The longest wait between two tries; the try after it is for the default language. */
const PAUSE_MAX_MS = 16 * SECOND_MS;
/** A try that takes longer is given up: what it waits for may have gone with the network. */
const PATIENCE_MS = 10 * SECOND_MS;
const GONE_STATUS = 404;
/** Events that begin another round of tries: the network is back, or somebody is there and wants the page. */
const SIGNS_OF_LIFE = ['online', 'focus', 'pointerdown', 'keydown'];

/**
 * Texts of one language and area of the product. What does not arrive is asked for some times more, then the
 * texts of the default language stand in. Where those do not arrive either, the next round waits for a sign of life.
 * @param onGone called when the server has such a file no longer: a newer release replaced it.
 * @param onStale called at a sign of life where others stand in: it is time to ask again.
 */
export async function loadTexts(
  locale: Locale,
  namespace: Namespace,
  onGone: () => void,
  onStale: () => void,
): Promise<Texts> {
  for (;;) {
    for (let pauseMs = SECOND_MS; pauseMs <= PAUSE_MAX_MS; pauseMs *= 2) {
      const texts = await fetchTexts(locale, namespace, onGone);
      if (texts !== undefined) return texts;
      await networkPause(pauseMs);
    }
    const standIn = await fetchTexts(DEFAULT_LOCALE, namespace, onGone);
    const sign = signOfLife();
    if (standIn !== undefined) {
      void sign.then(onStale);
      return standIn;
    }
    await sign;
  }
}

/** One try; undefined where nothing whole arrived. */
async function fetchTexts(
  locale: Locale,
  namespace: Namespace,
  onGone: () => void,
): Promise<Texts | undefined> {
  try {
    // Fetched, not imported: browsers keep a failed import for as long as the page lives.
    const url = `${import.meta.env.TEXTS_URL}/${locale}/${namespace}.json`;
    const reply = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (reply.status === GONE_STATUS) onGone();
    return reply.ok ? ((await reply.json()) as Texts) : undefined;
  } catch {
    return undefined;
  }
}

function signOfLife(): Promise<void> {
  return new Promise((resolve) => {
    const heard = new AbortController();
    const end = () => {
      heard.abort();
      resolve();
    };
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, end, heard);
  });
}
