import type { Drizzle } from '@tradeloom/database'
import type { Config } from '../../config.ts'
import { AppError } from '../errors/app-error.ts'
import { factorsOf } from './factors-of.ts'

/** Whether the operator wants two-factor login of administrators, and this one has none. */
export async function lacksAdminFactors(
  db: Drizzle,
  { adminsNeedFactors }: Pick<Config, 'adminsNeedFactors'>,
  userId: string,
): Promise<boolean> {
  return adminsNeedFactors && (await factorsOf(db, userId)).length === 0
}

export function factorsRequired(): AppError {
  const message = 'Administrators need two-factor login here. Please turn it on in your settings, under Security'
  return new AppError('forbidden', 'factors-required', message)
}
