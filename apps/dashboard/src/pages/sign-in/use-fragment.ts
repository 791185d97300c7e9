import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** What stood behind the # when the page was opened. It is read into memory and taken out of the address at once. */
export function useFragment(): string {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const [kept, setKept] = useState(hash);
  useEffect(() => {
    if (hash === '') return;
    setKept(hash);
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', pathname + search);
  }, [hash]);
  return kept;
}
