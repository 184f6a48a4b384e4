/** A button that is disabled while the device is offline. */
import { useId, type ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { useIsOnline } from '../../ui/use-online.ts';

interface ConnectedButtonProps extends ComponentProps<typeof Button> {
  /** Explains why it is disabled while the device is offline. */
  readonly noConnection: string;
}

/**
 * A button that sends one command and is disabled while the device is offline. It ignores the live
 * connection, because calls may work where that is blocked.
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
