import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Paths } from '@wheelhouse/sdk';

interface ChangeOptions<Result> {
  /** Paths whose queries are old once it is done. */
  readonly outdates?: readonly (keyof Paths)[];
  readonly done?: (result: Result) => void;
}

/** One change by the API: what is shown of it afterwards is read anew, never guessed. */
export function useChange<Given = void, Result = unknown>(
  call: (given: Given) => Promise<Result>,
  { outdates = [], done }: ChangeOptions<Result> = {},
): UseMutationResult<Result, Error, Given> {
  const queries = useQueryClient();
  return useMutation<Result, Error, Given>({
    mutationFn: call,
    onSuccess: async (result) => {
      await Promise.all(outdates.map((path) => queries.invalidateQueries({ queryKey: [path] })));
      done?.(result);
    },
  });
}
