import { basename } from 'node:path';
import { ensureStoreImages, storeImages } from '../../image/base-images.ts';
import { docker, dockerEnvironment } from '../docker/machine.ts';
import { cachedFolder, obtain } from '../runtime/cache.ts';
import { imageLayers, kubernetesPrograms } from '../runtime/go-programs.ts';
import type { Home } from '../runtime/home.ts';
import { ConsoleProgress } from '../runtime/progress.ts';
import { run } from '../runtime/shell.ts';

/**
 * Images that dev/compose.yml names and that cannot be pulled where this is developed: Kubernetes' from the engines' own
 * programs, which are of the same versions, each at the place where the published image has it.
 */
const programs = 'wheelhouse-engines/kubernetes-programs';
const madeOf = 'wheelhouse.dev/made-of';

const importPrograms = `
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/usr/local/bin" "$folder/tmp"; chmod 1777 "$folder/tmp"
for name in etcd kube-apiserver kube-controller-manager kube-scheduler kwok; do
  cp "$1/$name" "$folder/usr/local/bin/"
done
cp "$1/metrics-server" "$2/pause" "$folder/"
tar -C "$folder" --owner=0 --group=0 -cf - . | /usr/bin/docker import \\
  --change "LABEL $3" --change 'ENV PATH=/usr/local/bin' --change 'ENTRYPOINT ["/pause"]' - "$4"`;

/** Makes those that docker lacks; an image that is there, pulled or made, is left as it is. */
export async function ensureImages(home: Home, wanted: readonly string[]): Promise<void> {
  await ensureStoreImages(home);
  const layers = await obtain(imageLayers, new ConsoleProgress(() => undefined));
  const built = await cachedFolder(kubernetesPrograms);
  const edition = `${basename(built)}-${basename(layers)}`;
  const { stdout } = await docker(home, [
    'image',
    'inspect',
    '--format',
    `{{ index .Config.Labels "${madeOf}" }}`,
    programs,
  ]);
  if (stdout.trim() !== edition)
    await run('sh', ['-ec', importPrograms, 'sh', built, layers, `${madeOf}=${edition}`, programs], {
      env: dockerEnvironment(home),
    });
  for (const image of wanted) {
    if ((await docker(home, ['image', 'inspect', image])).code === 0) continue;
    const store = Object.values(storeImages).find((known) => image.startsWith(known.replace(/:.*/, ':')));
    await docker(home, ['tag', store ?? programs, image]);
  }
}
