import { type Caller, follow as followUrl, type FollowedStream, type TestProcess } from '@wheelhouse/testkit';

/** Follows an action as a client does. */
export function follow(
  house: Pick<TestProcess, 'addresses'>,
  who: Caller,
  id: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<FollowedStream> {
  return followUrl(`${house.addresses['action-agent']}/api/v1/actions/${id}/stream`, who, headers);
}
