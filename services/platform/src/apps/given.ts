import type { ModuleContext } from '@wheelhouse/kit';
import type { PlatformSettings } from '../config.ts';

/** What changes of apps need of the module. */
export type Given = Pick<ModuleContext<PlatformSettings>, 'makeId' | 'clock' | 'emit' | 'settings'>;
