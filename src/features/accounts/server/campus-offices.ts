import { commonProblem } from '#platform/shared/problem.ts';
import { impersonatesOffice, OFFICE_NAME_ERROR, toCampusWords } from '../reserved-names.ts';

/** Whether a name looks like an office of this installation's campus: 'Northfield Support'. */
export type IsCampusOffice = (name: string) => boolean;

/** The pages do not know all names of the campus, so the schemas of the contract cannot check this. */
export function createIsCampusOffice(campusNames: readonly string[]): IsCampusOffice {
  const campuses = [...new Set(campusNames)].map(toCampusWords);
  return (name) => campuses.some((campus) => impersonatesOffice(name, campus));
}

/** Throws 'invalid-request', with an error for the name. */
export function throwIfCampusOffice(isCampusOffice: IsCampusOffice, name: string | undefined): void {
  if (name === undefined || !isCampusOffice(name)) return;
  const errors = [{ path: 'name', message: OFFICE_NAME_ERROR }];
  throw commonProblem('invalid-request', { errors, detail: OFFICE_NAME_ERROR });
}
