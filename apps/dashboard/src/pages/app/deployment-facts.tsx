import type { ReactNode } from 'react';
import type { DeploymentInFull } from '../../api/apps.ts';
import { triggerWords } from '../../design/app-words.ts';
import { Copyable } from '../../design/copy.tsx';
import { Facts, Section } from '../../design/page.tsx';
import { Time } from '../../design/time.tsx';
import { By } from './by.tsx';

type Fact = readonly [name: string, value: ReactNode];

/** Who, why, what set it off, and the image by its digest. */
export function DeploymentFacts({ deployment }: { readonly deployment: DeploymentInFull }) {
  const { actor, note, image, digest, created_at, finished_at } = deployment;
  return (
    <Section title="Why">
      {note === null ? <p className="quiet">No note was given.</p> : <p className="name">“{note}”</p>}
      <Facts
        facts={[
          ['By', <By key="by" actor={actor} whole />],
          ['Trigger', triggerWords(deployment)],
          ['Image', <Copyable key="image" text={image} what="the image" />],
          ...(digest === null
            ? []
            : [['Digest', <Copyable key="digest" text={digest} what="the digest" />] satisfies Fact]),
          ['Began', <Time key="began" at={created_at} />],
          ...(finished_at === null ? [] : [['Ended', <Time key="ended" at={finished_at} />] satisfies Fact]),
        ]}
      />
    </Section>
  );
}
