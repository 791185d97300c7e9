import type { App, Cloudspace } from '../../api/apps.ts';
import { Section } from '../../design/page.tsx';
import { bytesOf, bytesWords, coresOf } from '../../design/quantity.ts';
import { Status } from '../../design/status.tsx';
import { askedFor, bytes, millicores } from './quota.ts';
import css from './quota-bars.module.css';

interface QuotaBarsProps {
  readonly quota: Cloudspace['quota'];
  readonly apps: readonly App[];
  /** All of its apps are read. */
  readonly isWhole: boolean;
}

interface Bar {
  readonly name: string;
  readonly asked: number;
  /** Undefined: no limit. */
  readonly limit: number | undefined;
  readonly words: string;
}

/** What the apps ask for, all replicas together, of what they may. */
export function QuotaBars({ quota, apps, isWhole }: QuotaBarsProps) {
  const asked = askedFor(apps);
  const cpu = quota?.cpu === undefined ? undefined : millicores(quota.cpu);
  const memory = quota?.memory === undefined ? undefined : bytes(quota.memory);
  const pods = quota?.pods;
  const bars: readonly Bar[] = [
    {
      name: 'CPU',
      asked: asked.cpu,
      limit: cpu,
      words:
        cpu === undefined
          ? `${coresOf(asked.cpu, asked.cpu).replace(/^.* of /, '')}, no limit`
          : coresOf(asked.cpu, cpu),
    },
    {
      name: 'Memory',
      asked: asked.memory,
      limit: memory,
      words: memory === undefined ? `${bytesWords(asked.memory)}, no limit` : bytesOf(asked.memory, memory),
    },
    {
      name: 'Pods',
      asked: asked.pods,
      limit: pods,
      words: pods === undefined ? `${asked.pods}, no limit` : `${asked.pods} of ${pods}`,
    },
  ];
  return (
    <Section
      title="Quota"
      about={
        isWhole
          ? 'What its apps ask for, times their replicas. While one rolls out, its new pods count too.'
          : 'What the apps read so far ask for; more are being read.'
      }
    >
      <dl className={css['bars']}>
        {bars.map((bar) => (
          <Line key={bar.name} bar={bar} />
        ))}
      </dl>
    </Section>
  );
}

function Line({ bar: { name, asked, limit, words } }: { readonly bar: Bar }) {
  const share = limit === undefined ? undefined : limit === 0 ? 1 : asked / limit;
  const isOver = share !== undefined && share > 1;
  const isNear = share !== undefined && share >= 0.9;
  return (
    <div className={css['line']} data-tone={isOver ? 'failing' : isNear ? 'attention' : 'usual'}>
      <dt>{name}</dt>
      <dd>
        {share !== undefined && (
          <span className={css['bar']} aria-hidden="true">
            <span style={{ width: `${Math.min(100, share * 100)}%` }} />
          </span>
        )}
        <span className="number">{words}</span>
        {isOver && <Status tone="failing">over the quota</Status>}
        {!isOver && isNear && <Status tone="attention">near the limit</Status>}
      </dd>
    </div>
  );
}
