/** A button that is disabled while the device is offline. */
import { useId, type ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { useIsOnline } from '../../ui/use-online.ts';

interface ConnectedButtonProps extends ComponentProps<typeof Button> {
  /** Says why it cannot be pressed while the device is offline. */
  readonly noConnection: string;
}

/**
 * A button that sends what a person wants once: while the device is offline, it cannot be pressed. It does not look at
 * the live connection: where that is blocked, calls may still come through.
 */
export function ConnectedButton({ noConnection, disabled, ...rest }: ConnectedButtonProps) {
  const isOnline = useIsOnline();
  const noteId = useId();
  return (
    <>
      <Button
        {...rest}
        disabled={disabled === true || !isOnline}
        aria-describedby={isOnline ? undefined : noteId}
      />
      {!isOnline && (
        <p id={noteId} className="text-sm text-warn">
          {noConnection}
        </p>
      )}
    </>
  );
}
