import { useQuery } from '@tanstack/react-query';
import { reading } from '../../../api/reading.ts';
import { Command, Copyable } from '../../../design/copy.tsx';
import { ErrorNotice } from '../../../design/notice.tsx';
import { Section } from '../../../design/page.tsx';
import { Waiting } from '../../../design/waiting.tsx';

/** The end of the trail. Each entry signs all before it, so that this one line stands for the whole. */
export function Head() {
  const { data, error, refetch } = useQuery(reading('/auth/api/v1/audit/head'));
  return (
    <Section
      title="Head of the trail"
      about="Keep it somewhere else. It shows later whether anybody has edited, moved or cut off what stands here now."
    >
      {data === undefined && error === null && <Waiting what="the head" />}
      {error !== null && <ErrorNotice what="The head could not be read" error={error} retry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <Copyable text={`${data.seq}:${data.hash}`} what="the head" />
          <p>To check the trail against it, run this where Wheelhouse runs:</p>
          <Command>{`npx wheelhouse audit verify --head ${data.seq}:${data.hash}`}</Command>
        </>
      )}
    </Section>
  );
}
