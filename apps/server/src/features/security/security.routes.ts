import type { Passkey } from '@tradeloom/contracts'
import { codeGuessers } from '../../platform/auth/code-guessers.ts'
import { loginRequest } from '../../platform/auth/login-request.ts'
import { type PasskeySite, passkeySite } from '../../platform/auth/passkey-site.ts'
import type { PasskeyRow, Passkeys } from '../../platform/auth/passkeys.ts'
import type { SecondFactors } from '../../platform/auth/second-factors.ts'
import type { Handlers } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccountLinks } from '../account/account-links.ts'
import type { Returns } from '../identities/returns.ts'
import type { Confirmations } from './confirmations.ts'
import type { OwnLogins } from './own-logins.ts'
import { otpauthUri } from './otpauth-uri.ts'

type SecurityHandlers = Pick<
  Handlers,
  | 'getSecurity'
  | 'beginTwoFactor'
  | 'enableTwoFactor'
  | 'disableTwoFactor'
  | 'renewBackupCodes'
  | 'beginPasskey'
  | 'addPasskey'
  | 'renamePasskey'
  | 'deletePasskey'
  | 'removePassword'
  | 'listLogins'
  | 'endLogin'
  | 'endOtherLogins'
  | 'getConfirmation'
  | 'beginConfirmation'
  | 'confirmLogin'
>

export interface SecurityParts {
  readonly factors: SecondFactors
  readonly passkeys: Passkeys
  readonly logins: OwnLogins
  readonly confirmations: Confirmations
  readonly links: AccountLinks
  readonly returns: Returns
  /** Throws if it is the only way in. */
  readonly removePassword: (userId: string) => Promise<void>
}
type Deps = Pick<Platform, 'config'>
type Headers = { readonly headers: { readonly host?: string | undefined } }

/** What a user sees and changes about the protection of the account. */
export function securityHandlers({ config }: Deps, parts: SecurityParts): SecurityHandlers {
  const { factors, passkeys, logins, confirmations, links, returns } = parts
  const siteOf = ({ headers }: Headers): PasskeySite | null => passkeySite(config.publicUrl, headers.host)
  return {
    getSecurity: async ({ userId, request }) => ({
      email: await links.emailOf(userId),
      twoFactor: await factors.state(userId),
      passkeys: (await passkeys.list(userId)).map(viewPasskey),
      passkeyHost: siteOf(request)?.host ?? null,
    }),
    async beginTwoFactor({ login }) {
      const { user } = login!
      const secret = await factors.begin(user.id)
      return { secret, uri: otpauthUri(secret, user.username) }
    },
    async enableTwoFactor({ userId, body, request }) {
      return { backupCodes: await factors.enable(userId, body.code, codeGuessers(userId, loginRequest(request))) }
    },
    async disableTwoFactor({ userId }) {
      await factors.disable(userId)
      return { ok: true }
    },
    async renewBackupCodes({ userId }) {
      return { backupCodes: await factors.renewBackupCodes(userId) }
    },
    async beginPasskey({ login, request }) {
      return { ...(await passkeys.begin(login!.user, siteOf(request), loginRequest(request))) }
    },
    async addPasskey({ userId, body, request }) {
      return viewPasskey(await passkeys.add(userId, body, siteOf(request), loginRequest(request)))
    },
    renamePasskey: async ({ params, userId, body }) => viewPasskey(await passkeys.rename(params.id, userId, body.name)),
    async deletePasskey({ params, userId }) {
      await passkeys.remove(params.id, userId)
      return { ok: true }
    },
    async removePassword({ userId }) {
      await parts.removePassword(userId)
      return { ok: true }
    },
    listLogins: ({ login }) => logins.list(login!),
    async endLogin({ params, userId }) {
      await logins.end(params.id, userId)
      return { ok: true }
    },
    endOtherLogins: async ({ login }) => ({ ended: await logins.endOthers(login!) }),
    getConfirmation: async ({ userId, request }) => ({
      methods: await confirmations.methods(userId, siteOf(request)),
    }),
    beginConfirmation: async ({ userId, request }) => ({
      challenge: await confirmations.begin(userId, loginRequest(request)),
    }),
    async confirmLogin({ login, body: { identity, ...shown }, request, reply }) {
      const back = identity ? await returns.look('confirm', request, reply) : null
      if (back) await returns.use(back, reply)
      const answer = { ...shown, identity: back?.shown }
      await confirmations.confirm(login!, answer, siteOf(request), loginRequest(request))
      return { ok: true }
    },
  }
}

function viewPasskey({ id, name, host, createdAt, usedAt }: PasskeyRow): Passkey {
  return { id, name, host, created: createdAt.toISOString(), lastUsed: usedAt?.toISOString() ?? null }
}
