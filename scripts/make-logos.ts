/**
 * Draws the coin logos of the catalog into `public/logos`: the code on a disc of its own color. Run
 * it after a currency is added: `node scripts/make-logos.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { COINS } from '../server/ledger/currency-catalog.ts';

const FOLDER = path.join(import.meta.dirname, '..', 'public', 'logos');
/** Angle between neighbors of the catalog on the color wheel. */
const GOLDEN_ANGLE_DEG = 137.508;
const LIGHTNESSES = [0.5, 0.42, 0.56];
const CHROMA = 0.13;
/** White text must be readable on the disc (WCAG 2.2 AA). */
const CONTRAST_MIN = 4.5;

type LinearRgb = readonly [number, number, number];

const clip = (value: number): number => Math.min(1, Math.max(0, value));

/**
 * Converts OKLCH to linear sRGB (https://bottosson.github.io/posts/oklab/), clipped to the gamut.
 */
function linearRgb(lightness: number, chroma: number, hueDeg: number): LinearRgb {
  const hue = (hueDeg * Math.PI) / 180;
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Returns the contrast ratio of white on the given color, as WCAG defines it. */
function contrastWithWhite([red, green, blue]: LinearRgb): number {
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function hex(colour: LinearRgb): string {
  const digits = colour.map((linear) => {
    const value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${digits.join('')}`;
}

/** Returns the disc color of the currency at `index`: as light as white text allows. */
function discColour(index: number): string {
  let lightness = LIGHTNESSES[index % LIGHTNESSES.length] ?? 0.5;
  const hueDeg = index * GOLDEN_ANGLE_DEG;
  while (contrastWithWhite(linearRgb(lightness, CHROMA, hueDeg)) < CONTRAST_MIN) lightness -= 0.01;
  return hex(linearRgb(lightness, CHROMA, hueDeg));
}

function drawLogo(code: string, index: number): string {
  const fontSize = Math.min(26, Math.floor(76 / code.length));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="${discColour(index)}"/><circle cx="32" cy="32" r="28.5" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="1.5"/><text x="32" y="33" fill="#fff" font-family="system-ui,sans-serif" font-size="${fontSize}" font-weight="700" text-anchor="middle" dominant-baseline="central">${code}</text></svg>\n`;
}

mkdirSync(FOLDER, { recursive: true });
COINS.forEach(({ code }, index) => {
  writeFileSync(path.join(FOLDER, `${code.toLowerCase()}.svg`), drawLogo(code, index));
});
