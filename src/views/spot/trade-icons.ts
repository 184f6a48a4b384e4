/** Icons that only trading uses. */
export { History as IconHistory } from 'lucide-react';
