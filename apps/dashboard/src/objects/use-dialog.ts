import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The dialog that is open: in the address, so that the palette can lead to it. */
export function useDialog<Name extends string>(names: readonly Name[]) {
  const { do: asked } = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = useCallback(
    (name: Name) => void navigate({ to: '.', search: (old) => ({ ...old, do: name }), replace: true }),
    [navigate],
  );
  const close = useCallback(
    () => void navigate({ to: '.', search: (old) => ({ ...old, do: undefined }), replace: true }),
    [navigate],
  );
  return { dialog: names.find((name) => name === asked), open, close };
}
