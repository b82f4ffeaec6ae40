import type { Config } from '../../config.ts'
import { AppError } from '../errors/app-error.ts'

/** Throws where an issuer alone says who users are. */
export function requirePasswordLogin({ passwordLogin }: Pick<Config, 'passwordLogin'>): void {
  if (passwordLogin) return
  throw new AppError('forbidden', 'password-login-off', 'Password login is off. Please use another sign-in.')
}
