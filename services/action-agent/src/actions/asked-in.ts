import { actionTargets } from '@wheelhouse/contracts';
import { refuse } from '@wheelhouse/kit';
import type { Asked } from '../plans/asked.ts';
import type { PlanBody } from './schema.ts';

type Given = Pick<PlanBody, 'action' | 'target'>;

interface Fault {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** What a body asks for; refuses one whose target has not the fields of its kind, and no others. */
export function askedIn({ action, target }: PlanBody): Asked {
  const given = { action, target };
  const faults = faultsOf(given);
  if (isAsked(given, faults)) return given;
  const message = `${faults.map((fault) => `${fault.field} ${fault.message}`).join('; ')}.`;
  return refuse('validation_failed', { message, details: faults });
}

function isAsked(_given: Given, faults: readonly Fault[]): _given is Asked {
  return faults.length === 0;
}

function faultsOf({ action, target }: Given): readonly Fault[] {
  const { properties, required } = actionTargets[action];
  const missing = required.filter((name) => !Object.hasOwn(target, name));
  const foreign = Object.keys(target).filter((name) => !Object.hasOwn(properties, name));
  return [
    ...missing.map((name) => ({ field: `target.${name}`, code: 'required', message: `is required for ${action}` })),
    ...foreign.map((name) => ({
      field: `target.${name}`,
      code: 'unknown_field',
      message: `is not part of the target of ${action}`,
    })),
  ];
}
