import { join } from 'node:path';
import { killAtEveryEffect } from './crash/harness.ts';
import type { Lane } from './crash/lane.ts';
import type { Subject } from './crash/subject.ts';
import { countOf, type Note, openNotes, underWay, ways, writing } from './kit-crash/notes.ts';
import { type Proof, verdictOf } from './runner/proof.ts';

const written = 'commit insert example.notes, insert example.outbox, update example.idempotency_keys';

const notes: Subject<Lane, Note, 'lost' | 'twice'> = {
  program: join(import.meta.dirname, 'kit-crash/program.ts'),
  open: async (program) => ({
    openLane: () => openNotes(program),
    counting: async () => countOf,
    close: async () => undefined,
  }),
  lanes: 4,
  ways,
  quick: { ways, deaths: 16 },
  underWay,
  successorsDie: true,
  controls: [
    {
      name: 'a new key',
      way: writing('repeats with a new key'),
      death: { side: 'after', effect: written, nth: 1 },
      shows: 'twice',
    },
    {
      name: 'an emptied inbox',
      way: writing('repeats', ({ owner }) => owner.query('DELETE FROM example.inbox')),
      death: { side: 'before', effect: 'ack example.activity', nth: 1 },
      shows: 'twice',
    },
    {
      name: 'no repeat',
      way: writing('gives up'),
      death: { side: 'before', effect: written, nth: 1 },
      shows: 'lost',
    },
  ],
};

export const proof: Proof = {
  promise:
    'A process may be killed before or after any effect of a request, its events and its jobs: nothing is lost, and nothing happens twice.',
  method:
    'a note is written, changed and finished by way of HTTP, outbox, relay, broker, consumer and job, the last two failing once each; SIGKILL at one effect after the other; the next process goes on, the client repeats what was not answered',
  bar: 'at rest everything is there once: lost 0, twice 0; the controls (a new key, an emptied inbox, no repeat) show twice and lost',
  run: async (context) => {
    const { claims, figure } = await killAtEveryEffect(notes, context);
    return verdictOf(claims, figure);
  },
};
