/** The load of the calibration: forms as large as an order. */
import { CALIBRATION_PATH } from './calibration-path.ts';
import { answerLoad } from './fork-load.ts';

const FORM = 'currency_match_id=1&side=buy&type=limit&price=97250.12&quantity=0.000105';

answerLoad(({ seed }) => {
  let keys = 0;
  return (connection) => {
    keys += 1;
    const key = `calibration-${seed}-${keys}`;
    return { path: CALIBRATION_PATH, token: 'none', person: connection, key, form: FORM };
  };
});
