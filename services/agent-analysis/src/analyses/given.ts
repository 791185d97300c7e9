import type { ModuleContext } from '@wheelhouse/kit';
import type { AnalysisSettings } from '../config.ts';

/** What the work on an analysis needs of the module's context. */
export type Given = Pick<
  ModuleContext<AnalysisSettings>,
  'call' | 'clock' | 'database' | 'emit' | 'emitMessage' | 'enqueue' | 'log' | 'makeId' | 'settings'
>;

/** Inside a transaction: nobody else is asked there. */
export type Writing = Pick<Given, 'clock' | 'emit' | 'emitMessage' | 'enqueue' | 'makeId' | 'settings'>;
