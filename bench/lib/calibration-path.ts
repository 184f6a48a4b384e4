/** The path of the calibration's only route. */
export const CALIBRATION_PATH = '/calibration';
