import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { engineSetting } from '@wheelhouse/testkit';

/** As an administrator of the first cluster types it, whose name then stands in what was changed. */
export async function kubectl(...words: readonly string[]): Promise<string> {
  const kubeconfig = ['--kubeconfig', engineSetting('KUBECONFIG')];
  const { stdout } = await promisify(execFile)(engineSetting('KUBECTL'), [...kubeconfig, ...words]);
  return stdout;
}
