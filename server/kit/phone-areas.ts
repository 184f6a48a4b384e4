/** The countries and territories of mobile numbers. Ids are stable: positions in an append-only list. */
import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryCode } from 'libphonenumber-js/max';
import type { Area } from '../../contract/identity/identity.ts';

/** Id of the default area of a call (SPEC 9): China, the country of the default language. */
export const DEFAULT_AREA_ID = 1;

// Append only: an area's id is its position, counted from 1.
const ISO_CODES = `
CN AC AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR
BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG
EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT
HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR
LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF
NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD
SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TG TH TJ TK TL TM TN TO TR TT TV TW
TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
`
  .trim()
  .split(/\s+/) as CountryCode[];

const englishNames = new Intl.DisplayNames('en', { type: 'region' });

/** All areas in order of their ids. */
export const AREAS: readonly (Area & { readonly iso: CountryCode })[] = ISO_CODES.map(
  (iso, position) => ({
    id: position + 1,
    name: englishNames.of(iso) ?? iso,
    iso,
    code: getCountryCallingCode(iso),
  }),
);

/** The area of an id, or undefined when there is none. */
export const findArea = (id: number) => AREAS[id - 1];

/** Id of the area of a stored mobile number (E.164); undefined for a number of no country, as of a satellite network. */
export function areaOfMobile(e164: string): number | undefined {
  const country = parsePhoneNumberFromString(e164)?.country;
  return AREAS.find(({ iso }) => iso === country)?.id;
}
