import type { Actor } from '../../api/apps.ts';
import { Who } from '../actions/who.tsx';

/** Who asked for it; nobody asks for an automatic rollback. */
export function By({ actor, whole = false }: { readonly actor: Actor | null; readonly whole?: boolean }) {
  return actor === null ? <span className="quiet">Wheelhouse</span> : <Who who={actor} whole={whole} />;
}
