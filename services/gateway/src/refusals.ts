import { type EdgeContext, RefusalLedger } from '@wheelhouse/kit';

const mostAtOnce = 500;

/** The gateway has no outbox: what it refuses to known callers is told to auth, a minute's worth at a time. */
export function refusalsTo({ call, clock, log }: Pick<EdgeContext, 'call' | 'clock' | 'log'>): RefusalLedger {
  return new RefusalLedger({
    clock,
    log,
    write: async (told) => {
      const waiting = [...told];
      while (waiting.length > 0) {
        const entries = waiting
          .slice(0, mostAtOnce)
          .map(({ tenantId, record }) => ({ tenant_id: tenantId, ...record }));
        const answer = await call('auth', { method: 'POST', path: '/internal/v1/audit', body: { entries } }).catch(
          (error: unknown) => ({ status: 0, body: String(error) }),
        );
        if (answer.status !== 200) {
          log.warn({ status: answer.status }, 'refusals could not be written to the audit trail yet');
          return waiting;
        }
        waiting.splice(0, mostAtOnce);
      }
      return [];
    },
  });
}
