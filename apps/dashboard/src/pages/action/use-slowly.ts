import { useEffect, useRef, useState } from 'react';

/** What is said, but another word at most every `everyMs`; always the newest in the end. */
export function useSlowly(words: string, everyMs: number): string {
  const [told, setTold] = useState(words);
  const last = useRef(0);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        last.current = Date.now();
        setTold(words);
      },
      Math.max(0, last.current + everyMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [words, everyMs]);
  return told;
}
