import { basename } from 'node:path';
import { docker, dockerEnvironment } from '../engines/docker/machine.ts';
import { obtain } from '../engines/runtime/cache.ts';
import { imageLayers, kubernetesPrograms } from '../engines/runtime/go-programs.ts';
import type { Home } from '../engines/runtime/home.ts';
import { ConsoleProgress } from '../engines/runtime/progress.ts';
import { run } from '../engines/runtime/shell.ts';
import { versions } from '../engines/versions.ts';
import { labelOf, madeOf } from './base-images.ts';

/**
 * Images of Kubernetes' programs that cannot be pulled where this is developed: one image of the engines' own programs,
 * which are of the same versions, each at the place where the published image has it, under all their names.
 */

const programs = 'wheelhouse-engines/kubernetes-programs';

const importPrograms = `
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/usr/local/bin" "$folder/tmp"; chmod 1777 "$folder/tmp"
for name in etcd kube-apiserver kube-controller-manager kube-scheduler kwok; do
  cp "$1/$name" "$folder/usr/local/bin/"
done
cp "$1/metrics-server" "$2/pause" "$folder/"
tar -C "$folder" --owner=0 --group=0 -cf - . | /usr/bin/docker import \\
  --change "LABEL $3" --change 'ENV PATH=/usr/local/bin' --change 'ENTRYPOINT ["/pause"]' - "$4"`;

/** Those of which deploy/Dockerfile takes the programs of the demo's cluster. */
export const demoImages: readonly string[] = [
  `quay.io/coreos/etcd:v${versions.etcd}`,
  ...['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'].map(
    (name) => `registry.k8s.io/${name}:v${versions.kubernetes}`,
  ),
  `registry.k8s.io/kwok/kwok:v${versions.kwok}`,
  `registry.k8s.io/metrics-server/metrics-server:v${versions.metricsServer}`,
];

export async function ensureProgramImages(home: Home, names: readonly string[] = demoImages): Promise<void> {
  const [built, layers] = await Promise.all(
    [kubernetesPrograms, imageLayers].map((recipe) => obtain(recipe, new ConsoleProgress(() => undefined))),
  );
  const [from, pause] = [built ?? '', layers ?? ''];
  const edition = `${basename(from)}-${basename(pause)}`;
  if ((await labelOf(home, programs)) !== edition)
    await run('sh', ['-ec', importPrograms, 'sh', from, pause, `${madeOf}=${edition}`, programs], {
      env: dockerEnvironment(home),
    });
  for (const name of names) await docker(home, ['tag', programs, name]);
}
