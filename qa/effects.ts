/** Names of the effects that a running actor would execute, without xstate's own spelling. */
import { triggerOf } from '../machines/domain/explain/machine-shape.ts';

/** `start refresh`, `arm retryDelay`, `emit failed`, or the action's own name. */
export function effectText({ type, params }: { type: string; params?: unknown }): string {
  switch (type) {
    case 'xstate.spawnChild':
      return `start ${text(params, 'id')}`;
    case 'xstate.stopChild':
      return `stop ${text(params, 'id')}`;
    case 'xstate.raise':
      return `arm ${triggerOf(text(params, 'id')).name || text(params, 'id')}`;
    case 'xstate.cancel':
      return `disarm ${triggerOf(text(params, 'sendId')).name || text(params, 'sendId')}`;
    case 'xstate.emit':
      return `emit ${text(params, 'event', 'type')}`;
    case 'xstate.sendTo':
      return `send ${text(params, 'event', 'type')} to ${text(params, 'targetId')}`;
    default:
      return type;
  }
}

function text(value: unknown, ...path: readonly string[]): string {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return 'unknown';
    found = Object.entries(found).find(([name]) => name === key)?.[1];
  }
  return typeof found === 'string' ? found : 'unknown';
}
