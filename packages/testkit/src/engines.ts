/** Where the engines are; the test runner and the proofs put `npm run engines -- env` into the environment. */
export function engineSetting(
  name:
    | 'DATABASE_URL'
    | 'MIGRATE_DATABASE_URL'
    | 'RABBITMQ_URL'
    | 'RABBITMQ_MANAGEMENT_URL'
    | 'VALKEY_URL'
    | 'KUBECONFIG'
    | 'KUBE2_KUBECONFIG'
    | 'KUBECTL'
    | 'KUBE_AUDIT_LOG'
    | 'KUBE2_AUDIT_LOG'
    | 'TEST_IMAGE'
    | 'CHROMIUM',
): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(
      `${name} is not set. Next step: npm run engines -- up, then run this through npm test or npm run prove`,
    );
  return value;
}
