/** The explanation of a record's state for a terminal: the chart as a tree, permissions, running timers, the log. */
import type { LifecycleReport } from '../../contract/operator/schemas/lifecycles.ts';
import { explain, type ExplainedEvent } from '../../machines/domain/explain/explain.ts';
import { LIFECYCLES } from '../../machines/domain/explain/lifecycles.ts';
import {
  declaredStates,
  triggerText,
  type DeclaredState,
} from '../../machines/domain/explain/machine-shape.ts';
import { rememberedText } from '../../machines/domain/explain/remembered.ts';
import { pathsAround } from '../../machines/domain/explain/state-path.ts';
import { refusalWords } from './refusal-words.ts';

/** @param report in the form that operators get from the server. */
export function showText(report: LifecycleReport): string {
  const { kind, id, state, revision, machine_version: version } = report;
  const events = explain(report);
  const isOpen = ({ verdicts }: ExplainedEvent) => verdicts.some(({ isAllowed }) => isAllowed);
  return [
    `${kind} ${id}: ${state}, revision ${revision} (machine version ${version})`,
    ...section('Chart (> present, + passed)', chart(report)),
    ...section('Time left', timeLeft(report)),
    ...section('Possible now', events.filter(isOpen).flatMap(eventLines)),
    ...section('Refused now', events.filter((event) => !isOpen(event)).flatMap(eventLines)),
    ...section('Step by step', report.steps.map(stepLine)),
    ...section('What it remembers', Object.entries(report.context).map(contextLine)),
    '',
  ].join('\n');
}

const section = (title: string, lines: readonly string[]): string[] => [
  '',
  title,
  ...(lines.length === 0 ? ['  nothing'] : lines),
];

/**
 * Returns the states in the order of the machine, indented by nesting, each with its outgoing
 * transitions.
 */
function chart({ kind, state, steps }: LifecycleReport): string[] {
  const around = new Set(pathsAround(state));
  const passed = new Set(steps.flatMap((step) => pathsAround(step.state)));
  const [, ...states] = declaredStates(LIFECYCLES[kind].machine);
  return states.flatMap((declared) => {
    const mark = around.has(declared.path) ? '>' : passed.has(declared.path) ? '+' : ' ';
    const parts = declared.path.split('.');
    const pad = '  '.repeat(parts.length);
    return [`${mark} ${pad}${parts.at(-1)}`, ...waysOut(declared).map((way) => `  ${pad}  ${way}`)];
  });
}

const waysOut = ({ transitions }: DeclaredState): string[] =>
  transitions.map(({ trigger, guard, targets }) => {
    const rule = guard === null ? '' : ` [${guard}]`;
    return `${triggerText(trigger)}${rule} -> ${targets.join(', ') || '(stays)'}`;
  });

function timeLeft({ timers, read_at: readAt }: LifecycleReport): string[] {
  return timers.map(({ delay, state, due_at: dueAt }) => {
    const due = new Date(dueAt).toISOString();
    const left = dueAt > readAt ? `${spanText(dueAt - readAt)} left` : 'over, about to be noticed';
    return `  ${delay} of ${state}: ${left} (${due})`;
  });
}

/** Returns `26:00:00`. */
function spanText(lengthMs: number): string {
  const seconds = Math.ceil(lengthMs / 1000);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** Returns the event, with one line for each role. */
function eventLines({ type, description, verdicts }: ExplainedEvent): string[] {
  const width = Math.max(...verdicts.map(({ role }) => role.length));
  return [
    `  ${type}: ${description}`,
    ...verdicts.map((verdict) => {
      const answer = verdict.isAllowed
        ? `yes -> ${verdict.leadsTo.join(', ')}`
        : `no   ${refusalWords(verdict.refusal)}`;
      return `    ${verdict.role.padEnd(width)}  ${answer}`;
    }),
  ];
}

const contextLine = ([name, value]: [string, unknown]): string =>
  `  ${name}: ${rememberedText(name, value)}`;

function stepLine({ revision, at, event, delay, by, state, effects }: LifecycleReport['steps'][0]) {
  const what = delay === null ? event : `${event} ${delay}`;
  const who = by === null ? '' : ` by ${by}`;
  const does = effects.length === 0 ? '' : `  (${effects.join(', ')})`;
  return `  ${String(revision).padStart(3)}  ${new Date(at).toISOString()}  ${what}${who} -> ${state}${does}`;
}
