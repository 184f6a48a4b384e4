/** A field for a date and time in the time zone of the device. */
import { TextField } from '../../../ui/text-field.tsx';

interface TimeFieldProps {
  readonly name: string;
  readonly label: string;
  /** Milliseconds in UTC as text; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | undefined;
}

const MINUTE_MS = 60_000;

/** The picker of the device; it shows the time of the device's zone. */
export function TimeField({ name, label, value, onChange, problem }: TimeFieldProps) {
  return (
    <TextField
      type="datetime-local"
      name={name}
      label={label}
      value={localText(value)}
      onChange={(text) => onChange(text === '' ? '' : String(Date.parse(text)))}
      problem={problem}
    />
  );
}

/** Returns `2026-11-30T18:00` in the zone of the device. */
function localText(value: string): string {
  if (value === '') return '';
  const offsetMs = new Date(Number(value)).getTimezoneOffset() * MINUTE_MS;
  return new Date(Number(value) - offsetMs).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length);
}
