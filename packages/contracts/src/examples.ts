/** The ids of one believable morning, so that the examples of different messages tell one story. */
export const exampleIds = {
  tenant: '019cad8f-d7c4-7d6b-a67c-4f6137930b24',
  user: '019cad92-2095-7947-9526-f347ea3b8319',
  cluster: '019cadb5-a16c-7f06-92fd-e3b18644e2e9',
  cloudspace: '019cb329-5b8f-76c3-8474-ee082cdb192e',
  app: '019cb338-5661-7a8e-abc7-91c373a9a5e2',
  pipeline: '019cbe8e-ef66-7f4e-ada5-3b3ff5fd4342',
  buildConfiguration: '019cbe95-a429-79fe-8c2b-1ea249aa24bc',
  alertRule: '019d8afd-0152-7522-8aef-546dee46631e',
  pipelineRun: '01a1cef3-2358-7e1f-9413-fe611b3545c6',
  build: '01a1cef5-8836-7a88-a30c-147daadb5626',
  deployment: '01a1cef9-af94-7bee-9704-a53ed9e30c2c',
  forecast: '01a1cefc-401a-79de-8716-0bf6b800faa9',
  anomaly: '01a1cf07-b332-7b15-b4a1-3173442ea6ec',
  incident: '01a1cf09-1d78-7ccc-8cce-16abfc4f7469',
  agentRun: '01a1cf09-3711-79df-8eb9-95e2c3e9bc43',
  scalingDecision: '01a1cf0a-4fae-739a-8848-f9e9468bfa79',
  decision: '01a1cf0a-ed0e-7264-bd82-8f92cb2fa25d',
  action: '01a1cf0a-ed47-766c-bceb-890d3b9b353b',
  event: 'evt_01a1cf091d94795cb130618705dab630',
} as const;

export function exampleUrl(path: string): string {
  return `https://wheelhouse.example.com/${path}`;
}
