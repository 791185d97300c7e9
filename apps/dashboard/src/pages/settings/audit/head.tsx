import { useQuery } from '@tanstack/react-query';
import { reading } from '../../../api/reading.ts';
import { Command, Copyable } from '../../../design/copy.tsx';
import { Loaded } from '../../../loading/loaded.tsx';
import { Section } from '../../../design/page.tsx';

/** The end of the trail. Each entry signs all before it, so that this one line stands for the whole. */
export function Head() {
  const query = useQuery(reading('/auth/api/v1/audit/head'));
  return (
    <Section
      title="Head of the trail"
      about="Keep a copy elsewhere. With it you can later prove that no entry has been edited, moved or removed."
    >
      <Loaded of={query} what="the head">
        {({ seq, hash }) => (
          <>
            <Copyable text={`${seq}:${hash}`} what="the head" />
            <p>To verify the trail against it, run this where Wheelhouse runs:</p>
            <Command>{`wheelhouse audit verify --head ${seq}:${hash}`}</Command>
          </>
        )}
      </Loaded>
    </Section>
  );
}
