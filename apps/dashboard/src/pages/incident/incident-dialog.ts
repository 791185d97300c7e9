import type { IncidentInFull } from '../../api/incidents.ts';

/** What every dialog about an incident is given. */
export interface IncidentDialogProps {
  readonly incident: IncidentInFull;
  /** As it is after the change. */
  readonly onAnswer: (incident: IncidentInFull) => void;
  readonly onClose: () => void;
}
