import { refuse } from '@wheelhouse/kit';
import type { RawTemplate } from '../state/raw.ts';

const defaultContainer = 'kubectl.kubernetes.io/default-container';

/** Whose log is read of each pod: the one that is asked for, else the one that pods name as theirs, else the first. */
export function containerOf(template: RawTemplate | undefined, asked: string | undefined): string {
  const names = (template?.spec?.containers ?? []).map(({ name }) => name);
  const [first] = names;
  if (first === undefined) refuse('not_found');
  if (asked === undefined) {
    const usual = template?.metadata?.annotations?.[defaultContainer] ?? '';
    return names.includes(usual) ? usual : first;
  }
  if (names.includes(asked)) return asked;
  const message = `must be one of its containers: ${names.join(', ')}`;
  return refuse('validation_failed', {
    message: `container ${message}.`,
    details: [{ field: 'container', code: 'enum', message }],
  });
}
