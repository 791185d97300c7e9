import { isEdge, type Part } from '@wheelhouse/kit';
import { modules as shipped } from '../../apps/server/src/modules.ts';
import { leakyModule } from '../bola/leaky-module.ts';
import { modules as judged } from '../fixtures/shipped-table.ts';

/** What the process runs: all that is shipped, the example, and a module that leaks, as the control; the door is last. */
export const modules: readonly Part[] = [...judged, leakyModule, ...shipped.filter(isEdge)];
