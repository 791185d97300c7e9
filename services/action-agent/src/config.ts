import { externalUrl, flag, integer, number, optional, text } from '@wheelhouse/kit';

/** Those of the specification's table that are not the kit's own, and CLUSTER_ID. */
export const agentSettings = {
  EXTERNAL_URL: externalUrl,
  CLUSTER_ID: optional(
    text({
      about:
        'the registered cluster that the credentials of this worker belong to; unset, the one cluster there is, if there is one only',
    }),
  ),
  CANARY_ENABLED: flag({
    about: 'whether the health score is compared before and after a scale-up (not yet: every scale-up says "skipped")',
    default: true,
  }),
  CANARY_SETTLE_SECONDS: integer({
    about: 'how long after a scale-up the health score is compared',
    default: 60,
    minimum: 0,
    maximum: 3_600,
  }),
  CANARY_ROLLBACK_HEALTH_DROP: number({
    about: 'by how many points the health score may drop before a scale-up is taken back',
    default: 10,
    minimum: 0,
    maximum: 100,
  }),
};
export type AgentSettings = typeof agentSettings;
