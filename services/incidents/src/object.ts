import { closed, namespaceSchema, nullable } from '@wheelhouse/contracts';
import type { Static } from 'typebox';
import { lineOf } from './texts.ts';

/** What an incident or a signal is about. */
export const objectSchema = closed(
  {
    kind: lineOf(63, { description: 'Such as Deployment or Node' }),
    namespace: nullable(namespaceSchema),
    name: lineOf(253),
  },
  { title: 'Object' },
);
export type IncidentObject = Static<typeof objectSchema>;
