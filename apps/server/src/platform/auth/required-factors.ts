import type { Drizzle } from '@tradeloom/database'
import type { Config } from '../../config.ts'
import { AppError } from '../errors/app-error.ts'
import { factorsOf } from './factors-of.ts'
import type { Login } from './login.ts'
import { type LoginMethod, isFirstOnly } from './login-method.ts'

export type Refused = 'nothing' | 'administration' | 'everything'

/**
 * What the operator refuses to this login because there is no second factor: neither does the account have one, which every
 * login then shows, nor has this one shown two at an issuer or with a passkey. Programs are not asked: people make their keys.
 */
export async function refusedWithoutFactors(
  db: Drizzle,
  { adminsNeedFactors, usersNeedFactors }: Pick<Config, 'adminsNeedFactors' | 'usersNeedFactors'>,
  { user, method }: Pick<Login, 'user' | 'method'>,
): Promise<Refused> {
  if (method === null || !(usersNeedFactors || (adminsNeedFactors && user.isAdmin))) return 'nothing'
  if (!isFirstOnly(method as LoginMethod) || (await factorsOf(db, user.id)).length > 0) return 'nothing'
  return usersNeedFactors ? 'everything' : 'administration'
}

export function factorsRequired(refused: Refused): AppError {
  const who = refused === 'everything' ? 'Every user needs' : 'Administrators need'
  const message = `${who} two-factor login here. Please turn it on in your settings, under Security`
  return new AppError('forbidden', 'factors-required', message)
}
