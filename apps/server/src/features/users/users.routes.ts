import type { ExchangeConnection } from '@tradeloom/contracts'
import type { Config } from '../../config.ts'
import { VERSION } from '../../version.ts'
import type { Handlers } from '../../platform/http/route.ts'
import { knownDevice, rememberDevice } from '../../platform/auth/known-device.ts'
import type { UsersService } from '../../platform/auth/users.service.ts'

type UserHandlers = Pick<Handlers, 'login' | 'register' | 'logout' | 'keepAlive' | 'currentUser' | 'bootstrap'>

export interface UserRoutesDeps {
  readonly users: UsersService
  /** Called when a login ends, so that its sockets close. */
  readonly loginEnded: (loginId: string) => void
  /** Whether cookies are sent over TLS only. */
  readonly isSecure: boolean
  readonly config: Pick<Config, 'profile' | 'mail'>
  /** Connections of a user to exchanges. */
  readonly connectionsOf: (userId: string) => Promise<ExchangeConnection[]>
}

export function userHandlers({ users, loginEnded, isSecure, config, connectionsOf }: UserRoutesDeps): UserHandlers {
  return {
    login: async ({ body, request, reply }) => {
      const { user, cookies } = await users.login(body.username, body.password, {
        address: request.ip,
        device: knownDevice(request),
      })
      reply.header('set-cookie', cookies)
      rememberDevice(request, reply, user.id, isSecure)
      return user
    },
    register: async ({ body, request, reply }) => {
      const wanted = { username: body.regUsername, email: body.regEmail, password: body.regPassword }
      const { user, cookies } = await users.register(wanted, request.ip)
      reply.header('set-cookie', cookies)
      rememberDevice(request, reply, user.id, isSecure)
      return user
    },
    logout: async ({ login, request, reply }) => {
      reply.header('set-cookie', await users.logout(request.headers))
      if (login) loginEnded(login.id)
      return { ok: true }
    },
    keepAlive: async () => ({ ok: true }),
    currentUser: async ({ login }) => login!.user,
    bootstrap: async ({ login }) => ({
      user: login?.user ?? null,
      version: VERSION,
      profile: config.profile,
      canSendMail: config.mail !== null,
      privateConnections: login ? await connectionsOf(login.user.id) : [],
    }),
  }
}
