import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

const steps = ['deploy', 'redeploy', 'roll-back', 'scale', 'cancel'] as const;
export type Step = (typeof steps)[number];

/** The dialog that is open, and the revision it is about: in the address, so that the palette can lead to it. */
export function useStep() {
  const { do: asked, to } = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = useCallback(
    (step: Step, revision?: number) =>
      void navigate({
        to: '.',
        search: (old) => ({ ...old, do: step, to: revision === undefined ? undefined : String(revision) }),
        replace: true,
      }),
    [navigate],
  );
  const close = useCallback(
    () => void navigate({ to: '.', search: (old) => ({ ...old, do: undefined, to: undefined }), replace: true }),
    [navigate],
  );
  return { step: steps.find((step) => step === asked), to: to === undefined ? undefined : Number(to), open, close };
}
