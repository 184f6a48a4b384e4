import { useId, type ComponentProps } from 'react';
import { useIsConnected } from '../../app/core/hooks/use-is-connected.ts';
import { Button } from '../../ui/button.tsx';

interface ConnectedButtonProps extends ComponentProps<typeof Button> {
  /** Says why it can not be pressed while the connection is lost. */
  readonly noConnection: string;
}

/** A button that moves value: without a connection nothing can be sent by it. */
export function ConnectedButton({ noConnection, disabled, ...rest }: ConnectedButtonProps) {
  const isConnected = useIsConnected();
  const noteId = useId();
  return (
    <>
      <Button
        {...rest}
        disabled={disabled === true || !isConnected}
        aria-describedby={isConnected ? undefined : noteId}
      />
      {!isConnected && (
        <p id={noteId} className="text-sm text-warn">
          {noConnection}
        </p>
      )}
    </>
  );
}
