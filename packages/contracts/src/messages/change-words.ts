/** What was changed of a workload, in one line. Without schemas, as `action-words`. */

interface Changed {
  readonly change: 'created' | 'template' | 'restarted' | 'replicas' | 'deleted';
  readonly images: { readonly before: readonly string[]; readonly after: readonly string[] };
  readonly replicas: { readonly before: number | null; readonly after: number | null };
}

/** "Image shop/web:8 → shop/web:9", "Scaled from 3 to 5". */
export function workloadChangeWords({ change, images, replicas }: Changed): string {
  switch (change) {
    case 'created':
      return images.after.length === 0 ? 'Created' : `Created with ${images.after.join(', ')}`;
    case 'replicas':
      return `Scaled from ${countOf(replicas.before)} to ${countOf(replicas.after)}`;
    case 'restarted':
      return 'Restarted, without another change';
    case 'template':
      return templateWords(images);
    case 'deleted':
      return 'Deleted';
    default:
      throw new RangeError(`Nobody changes a workload by ${JSON.stringify(change satisfies never)}`);
  }
}

const countOf = (replicas: number | null): string => (replicas === null ? 'an unknown number' : String(replicas));

/** Of several images those that are others; the rest of a template has no short name. */
function templateWords({ before, after }: Changed['images']): string {
  if (before.length !== after.length) return `Images changed from ${listOf(before)} to ${listOf(after)}`;
  const others = after.flatMap((image, index) => (image === before[index] ? [] : [`${before[index]} → ${image}`]));
  if (others.length === 0) return 'Pod template changed, with the same images';
  return `${others.length === 1 ? 'Image' : 'Images'} ${others.join(', ')}`;
}

const listOf = (images: readonly string[]): string => (images.length === 0 ? 'none' : images.join(', '));
