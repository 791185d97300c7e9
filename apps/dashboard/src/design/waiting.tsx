import { useEffect, useState } from 'react';
import { Time } from './time.tsx';
import css from './waiting.module.css';

const quietMs = 300;

/** Says what is waited for and since when; nothing at all while the wait is too short to be noticed. */
export function Waiting({ what }: { readonly what: string }) {
  const [since] = useState(() => Date.now());
  const [noticed, setNoticed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setNoticed(true), quietMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={css['waiting']} role="status">
      {noticed && (
        <>
          Loading {what}… <Time at={since} as="for" />
        </>
      )}
    </div>
  );
}
