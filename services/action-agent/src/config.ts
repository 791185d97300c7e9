import { externalUrl, flag, integer, number, optional, type SettingsOf, text } from '@wheelhouse/kit';

/** Those of the specification's table that are not the kit's own, and CLUSTER_ID. */
export const agentSettings = {
  EXTERNAL_URL: externalUrl,
  CLUSTER_ID: optional(
    text({
      about:
        "id of the registered cluster that this worker's credentials belong to; unless set, the only registered cluster",
    }),
  ),
  CANARY_ENABLED: flag({
    about: 'whether to compare the health score before and after a scale-up, and to revert it if the score dropped',
    default: true,
  }),
  CANARY_SETTLE_SECONDS: integer({
    about: 'how long to wait after a scale-up before comparing the health score',
    default: 60,
    minimum: 0,
    maximum: 3_600,
  }),
  CANARY_ROLLBACK_HEALTH_DROP: number({
    about: 'how many points the health score may drop before a scale-up is reverted',
    default: 10,
    minimum: 0,
    maximum: 100,
  }),
};
export type AgentSettings = typeof agentSettings;

/** How long a scale-up is watched; undefined: it is not. */
export function settleSecondsOf({
  CANARY_ENABLED,
  CANARY_SETTLE_SECONDS,
}: Pick<SettingsOf<AgentSettings>, 'CANARY_ENABLED' | 'CANARY_SETTLE_SECONDS'>): number | undefined {
  return CANARY_ENABLED ? CANARY_SETTLE_SECONDS : undefined;
}
