import type { ApiSockets } from '../api/api-sockets.ts'
import type { Login } from '../auth/login.ts'

/** Close code of a socket for which the package has no place. */
export const TOO_MANY_SOCKETS = 4429

/** A socket that is opening, before or after its upgrade. */
interface Opening {
  readonly isGone: () => boolean
  readonly onClose: (work: () => void) => void
}

/** Takes a place for the socket of a program; why there is none, or null. Browsers need no place. */
export async function takePlace(
  sockets: Pick<ApiSockets, 'enter' | 'leave'>,
  login: Login | null,
  { isGone, onClose }: Opening,
): Promise<string | null> {
  if (!login?.api) return null
  const { id } = login.user
  const limit = login.api.sockets
  if (!(await sockets.enter(id, limit))) {
    if (limit === 0) return 'Your package includes no sockets for programs'
    return `Your package includes ${limit} ${limit === 1 ? 'socket' : 'sockets'} at the same time`
  }
  if (isGone()) sockets.leave(id)
  else onClose(() => sockets.leave(id))
  return null
}
