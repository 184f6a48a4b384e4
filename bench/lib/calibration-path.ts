/** The one route of the calibration. */
export const CALIBRATION_PATH = '/calibration';
