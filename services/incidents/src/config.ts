import { externalUrl, integer } from '@wheelhouse/kit';

/** The settings of this module; docs/reference lists them with the others'. */
export const incidentSettings = {
  EXTERNAL_URL: externalUrl,
  INCIDENT_KEEP_DAYS: integer({
    about: 'how many days closed incidents and their timelines are kept',
    default: 400,
    minimum: 30,
    maximum: 400,
  }),
};
export type IncidentSettings = typeof incidentSettings;
