import type { ExchangeConnection } from '@tradeloom/contracts'
import type { Config } from '../../config.ts'
import { VERSION } from '../../version.ts'
import type { Handlers } from '../../platform/http/route.ts'
import { answerLogin, enterBrowser } from '../../platform/auth/answer-login.ts'
import type { Login } from '../../platform/auth/login.ts'
import { loginRequest, markBrowser } from '../../platform/auth/login-request.ts'
import { requirePasswordLogin } from '../../platform/auth/password-login.ts'
import { passkeySite } from '../../platform/auth/passkey-site.ts'
import { markNonce } from '../../platform/auth/nonce-cookie.ts'
import type { Refused } from '../../platform/auth/required-factors.ts'
import type { Registration } from '../../platform/auth/registration.ts'
import type { UsersService } from '../../platform/auth/users.service.ts'

type UserHandlers = Pick<Handlers, 'login' | 'register' | 'logout' | 'keepAlive' | 'currentUser' | 'bootstrap'>

export interface UserRoutesDeps {
  readonly users: UsersService
  /** Called when a login ends, so that its sockets close. */
  readonly loginEnded: (loginId: string) => void
  /** Whether cookies are sent over TLS only. */
  readonly isSecure: boolean
  readonly registration: Registration
  readonly config: Pick<Config, 'databaseUrl' | 'profile' | 'mail' | 'registration' | 'publicUrl' | 'passwordLogin'>
  /** Called with the id of a new user. */
  readonly registered: (userId: string) => Promise<void>
  readonly packagesAre: () => Promise<'assigned' | 'sold' | 'none'>
  /** Issuers that users can sign in with. */
  readonly networks: () => Promise<{ network: string; label: string }[]>
  readonly refusedWithoutFactors: (login: Login) => Promise<Refused>
  /** Connections of a user to exchanges. */
  readonly connectionsOf: (userId: string) => Promise<ExchangeConnection[]>
}

export function userHandlers({
  users,
  registration,
  loginEnded,
  isSecure,
  config,
  connectionsOf,
  registered,
  packagesAre,
  networks,
  refusedWithoutFactors,
}: UserRoutesDeps): UserHandlers {
  return {
    login: async ({ body, request, reply }) => {
      requirePasswordLogin(config)
      const opened = await users.login(body.username, body.password, loginRequest(request))
      return answerLogin(opened, { request, reply, isSecure })
    },
    register: async ({ body, request, reply }) => {
      requirePasswordLogin(config)
      const wanted = { username: body.regUsername, email: body.regEmail, password: body.regPassword }
      const register = () => users.register(wanted, loginRequest(request))
      const { user } = enterBrowser(await registration.admit(body, register), { request, reply, isSecure })
      await registered(user.id)
      return user
    },
    logout: async ({ login, request, reply }) => {
      reply.header('set-cookie', await users.logout(request.headers))
      if (login) loginEnded(login.id)
      return { ok: true }
    },
    keepAlive: async () => ({ ok: true }),
    currentUser: async ({ login }) => login!.user,
    bootstrap: async ({ login, request, reply }) => {
      markBrowser(request, reply, isSecure)
      const offered = await networks()
      if (offered.length > 0) markNonce(request, reply, isSecure)
      return {
        user: login?.user ?? null,
        version: VERSION,
        profile: config.profile,
        packages: await packagesAre(),
        canSendMail: config.mail !== null,
        registration: config.registration,
        needsSetupToken: (await registration.setupToken()) !== null,
        canRestore: config.databaseUrl === undefined && (await registration.isEmpty()),
        privateConnections: login ? await connectionsOf(login.user.id) : [],
        passkeyHost: passkeySite(config.publicUrl, request.headers.host)?.host ?? null,
        passwordsAreOff: !config.passwordLogin,
        refusedWithoutFactors: login ? await refusedWithoutFactors(login) : 'nothing',
        networks: offered,
      }
    },
  }
}
