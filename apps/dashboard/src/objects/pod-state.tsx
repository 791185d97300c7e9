import { Status } from '../design/status.tsx';

interface PodStateProps {
  readonly pod: {
    readonly phase: string;
    readonly ready: boolean;
    readonly deleting: boolean;
    readonly reason: string | null;
  };
}

/** In Kubernetes' own words; ready, or what keeps it from that. */
export function PodState({ pod: { phase, ready, deleting, reason } }: PodStateProps) {
  if (deleting) return <Status tone="note">Terminating</Status>;
  if (reason !== null)
    return (
      <Status tone={ready ? 'attention' : 'failing'}>
        <span className="name">{reason}</span>
      </Status>
    );
  if (ready) return <Status tone="ok">ready</Status>;
  if (phase === 'Succeeded') return <Status tone="note">{phase}</Status>;
  return (
    <Status tone={phase === 'Failed' ? 'failing' : 'running'}>
      <span className="name">{phase === 'Running' ? 'not ready' : phase}</span>
    </Status>
  );
}
