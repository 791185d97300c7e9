import type { FailedPod } from '../../api/apps.ts';
import { CopyButton } from '../../design/copy.tsx';
import { Status } from '../../design/status.tsx';
import css from './failed-pods.module.css';

/** The worst is open: its own words, and the last lines it wrote. */
export function FailedPods({ pods }: { readonly pods: readonly FailedPod[] }) {
  if (pods.length === 0) return null;
  return (
    <div className={css['pods']}>
      <h2 className={css['title']}>
        {pods.length === 1 ? 'The pod that failed' : `The ${pods.length} pods that failed, the worst first`}
      </h2>
      {pods.map((pod, index) => (
        <details key={pod.name} className={css['pod']} open={index === 0}>
          <summary>
            <span className={css['head']}>
              <span className="name mono">{pod.name}</span>
              <Status tone="failing">
                <span className="name">{pod.reason}</span>
              </Status>
              <span className="quiet">{countsOf(pod)}</span>
            </span>
          </summary>
          <div className={css['inside']}>
            <p className="name">{pod.message}</p>
            <Tail pod={pod} />
          </div>
        </details>
      ))}
    </div>
  );
}

function Tail({ pod: { name, log_tail } }: { readonly pod: FailedPod }) {
  if (log_tail.length === 0) return <p className="quiet">It wrote nothing to its log.</p>;
  const text = log_tail.join('\n');
  return (
    <div className={css['tail']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */}
      <pre role="group" tabIndex={0} aria-label={`Last lines of ${name}`} className="name">
        {text}
      </pre>
      <CopyButton text={text} what="the last lines" />
    </div>
  );
}

function countsOf({ restarts, exit_code }: FailedPod): string {
  const words = [
    ...(restarts === 0 ? [] : [`${restarts} ${restarts === 1 ? 'restart' : 'restarts'}`]),
    ...(exit_code === null ? [] : [`exit code ${exit_code}`]),
  ];
  return words.join(', ');
}
