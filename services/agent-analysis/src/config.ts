import { externalUrl } from '@wheelhouse/kit';

/** The settings of this module; docs/reference lists them with the others'. */
export const analysisSettings = { EXTERNAL_URL: externalUrl };
export type AnalysisSettings = typeof analysisSettings;
