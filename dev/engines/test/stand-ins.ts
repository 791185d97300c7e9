import { ensureStoreImages, storeImages } from '../../image/base-images.ts';
import { ensureProgramImages } from '../../image/program-images.ts';
import { docker } from '../docker/machine.ts';
import type { Home } from '../runtime/home.ts';

/** Images that dev/compose.yml names, where none can be pulled. */
export async function ensureImages(home: Home, wanted: readonly string[]): Promise<void> {
  await ensureStoreImages(home);
  const storeOf = (image: string) =>
    Object.values(storeImages).find((known) => image.startsWith(known.replace(/:.*/, ':')));
  for (const image of wanted) {
    const store = storeOf(image);
    if (store !== undefined && store !== image) await docker(home, ['tag', store, image]);
  }
  await ensureProgramImages(
    home,
    wanted.filter((image) => storeOf(image) === undefined),
  );
}
