import { addressCases } from './address-cases.ts';
import { fileCases } from './file-cases.ts';
import { formCases } from './form-cases.ts';
import type { HostileCase } from './hostile-case.ts';
import type { GuardHouse } from './house.ts';
import { type Judged, judge, judgeChange, judgeDeployAccess } from './judge.ts';
import { programCases } from './program-cases.ts';
import type { Stage } from './stage.ts';
import { textCases } from './text-cases.ts';

export function allCases({ way, traps, servers, certificates }: Omit<Stage, 'house'>): readonly HostileCase[] {
  const { cases, outsidePort, token } = servers;
  const outside = `127.0.0.2:${outsidePort}`;
  return [
    ...programCases(way, traps),
    ...fileCases(way, traps),
    ...textCases(way, outside),
    ...formCases(way, traps, outside),
    ...addressCases(certificates.authority, outsidePort, token),
    ...cases,
  ];
}

const lanes = 8;

/** Each as a new cluster; and where the text alone tells, as a change of one that is there, in both places. */
export async function judgeAll(
  house: GuardHouse,
  cases: readonly HostileCase[],
  honestId: string,
): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  const queue = cases.values();
  const lane = async () => {
    for (const one of queue) {
      judged.push(await judge(house, one));
      if (one.known !== 'at once') continue;
      judged.push(await judgeChange(house, honestId, one), await judgeDeployAccess(house, honestId, one));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return judged;
}
