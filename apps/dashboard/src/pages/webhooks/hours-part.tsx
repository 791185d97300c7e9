import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Schemas } from '@wheelhouse/sdk';
import { reading } from '../../api/reading.ts';
import type { Webhook } from '../../api/webhooks.ts';
import { Status } from '../../design/status.tsx';
import css from './hours-part.module.css';

type Hour = Schemas['webhooks']['WebhookStats']['hours'][number];

const everyMs = 30_000;

/** The last 24 hours, a bar each: how many arrived, and how many did not. Nothing where nothing was sent. */
export function HoursPart({ webhook: { id } }: { readonly webhook: Webhook }) {
  const { data } = useQuery({
    ...reading('/platform/api/v1/webhooks/{id}/stats', { params: { id } }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  });
  if (data === undefined || data.succeeded + data.failed === 0) return null;
  const most = Math.max(...data.hours.map(({ succeeded, failed }) => succeeded + failed));
  return (
    <figure className={css['figure']}>
      <div
        className={css['bars']}
        role="img"
        aria-label={`${data.succeeded} delivered and ${data.failed} failed in 24 hours`}
      >
        {data.hours.map((hour) => (
          <Bar key={hour.starts_at} hour={hour} most={most} />
        ))}
      </div>
      <figcaption className={css['caption']}>
        <span>24 h ago</span>
        <span className={css['words']}>
          <Status tone="ok">
            <span className="number">{data.succeeded}</span> delivered
          </Status>
          {data.failed > 0 && (
            <Status tone="failing">
              <span className="number">{data.failed}</span> failed
            </Status>
          )}
        </span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}

const hourOf = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

function Bar({ hour, most }: { readonly hour: Hour; readonly most: number }) {
  const { starts_at, succeeded, failed, is_sample } = hour;
  const heightOf = (count: number) => `${(count / most) * 100}%`;
  const title = `from ${hourOf.format(Date.parse(starts_at))}: ${succeeded} delivered, ${failed} failed${is_sample ? ', of the newest' : ''}`;
  return (
    <span className={css['bar']} title={title}>
      {failed > 0 && <span className={css['failed']} style={{ height: heightOf(failed) }} />}
      {succeeded > 0 && <span className={css['arrived']} style={{ height: heightOf(succeeded) }} />}
    </span>
  );
}
