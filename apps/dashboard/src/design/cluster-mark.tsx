import { begin } from './letters.ts';
import css from './cluster-mark.module.css';

/** A cluster's own colour and short name, wherever something can be done to it. */
export function ClusterMark({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <span className={css['mark']} data-hue={hueOf(id)} title={`cluster ${name}`} aria-hidden="true">
      {shortOf(name)}
    </span>
  );
}

export function ClusterName({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <span className={css['cluster']}>
      <ClusterMark id={id} name={name} />
      <span className="name">{name}</span>
    </span>
  );
}

const hues = 8;

function hueOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return sum % hues;
}

/** prod-eu: PE; demo: DE. */
function shortOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const [first = '?', second] = words;
  return (second === undefined ? begin(first, 2) : begin(first, 1) + begin(second, 1)).toUpperCase();
}
