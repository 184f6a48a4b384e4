/** Navigates to the sign-in page when the session requires it. */
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRuntime } from '../core/runtime-context.ts';

/** Goes to the sign-in from any page when the session requires it. */
export function LoginRedirect() {
  const { session } = useRuntime();
  const navigate = useNavigate();
  useEffect(() => {
    const subscription = session.on('login.requested', () => void navigate('/login'));
    return () => subscription.unsubscribe();
  }, [session, navigate]);
  return null;
}
