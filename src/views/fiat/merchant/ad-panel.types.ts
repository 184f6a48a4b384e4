/** Props of one panel of the ad form. */
import type { AdForm, AdFormGround } from '../../../app/fiat/use-ad-form.ts';

export interface AdPanelProps {
  readonly form: AdForm;
  readonly ground: AdFormGround;
  readonly textOf: (field: keyof AdForm['fields'] | null) => string | undefined;
}
