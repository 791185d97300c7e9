import { integer, type Setting } from '@wheelhouse/kit';
import { rules } from './table.ts';
import { knobsOf, type Thresholds, thresholdsBy } from './thresholds.ts';

/** One setting for each number of the rules. */
export const thresholdSettings: Readonly<Record<string, Setting<number>>> = Object.fromEntries(
  rules.flatMap(knobsOf).map(({ setting, ...options }) => [setting, integer(options)]),
);

export function thresholdsFrom(settings: Readonly<Record<string, unknown>>): Thresholds {
  return thresholdsBy((knob) => {
    const value = settings[knob.setting];
    return typeof value === 'number' ? value : knob.default;
  });
}
