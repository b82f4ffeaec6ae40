import { movedPasskeys } from '../../platform/auth/moved-passkeys.ts'
import type { WaysIn } from '../../platform/auth/other-credentials.ts'
import { passkeyHost } from '../../platform/auth/passkey-site.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { openOutbound } from '../../platform/outbound/open-outbound.ts'
import { Envelopes } from '../../platform/secrets/envelopes.ts'
import type { MasterKey } from '../../platform/secrets/master-key.ts'
import type { AccountFeature } from '../account/account.feature.ts'
import { identityHandlers } from './identities.routes.ts'
import { IdentitiesService } from './identities.service.ts'
import { IssuerClients } from './issuer-clients.ts'
import { issuerFetch } from './issuer-fetch.ts'
import { IssuerList } from './issuer-list.ts'
import { IssuersService } from './issuers.service.ts'
import { Returns } from './returns.ts'
import { SignInCookie } from './sign-in-cookie.ts'

/** Signing in with issuers: Google, Microsoft and those that an administrator adds. */
export function identitiesFeature(platform: Platform, masterKey: MasterKey, { links }: AccountFeature) {
  const { config, db, isSecure, logger, now, opener, registration, secret, users, url } = platform
  const envelopes = new Envelopes(masterKey)
  const list = new IssuerList({ db, config, envelopes })
  const outbound = openOutbound(config, config.outbound.issuerNetworks)
  const clients = new IssuerClients({ list, fetch: issuerFetch(outbound, config.issuerUrls), logger, now })
  const cookie = new SignInCookie(secret, isSecure)
  const returns = new Returns({ db, list, clients, cookie, publicUrl: config.publicUrl, logger, now })
  const host = passkeyHost(config.publicUrl)
  const networks = async () => (await list.all()).map(({ network, label }) => ({ network, label }))
  const waysIn = async (): Promise<WaysIn> => ({
    passwords: config.passwordLogin,
    passkeyHost: host,
    networks: (await networks()).map(({ network }) => network),
  })
  const identities = new IdentitiesService({ db, list, opener, users, registration, now, waysIn })
  const callback = (network: string): string => `${url.replace(/\/+$/, '')}/oauth/${network}/callback`
  const issuers = new IssuersService({ db, list, clients, envelopes, outbound, callback })
  const registered = async (id: string): Promise<void> => {
    const isVerified = (await links.emailOf(id)).verified !== null
    if (config.mail !== null && !isVerified) await links.sendVerification(id)
  }
  return {
    identities,
    returns,
    networks,
    waysIn,
    handlers: {
      ...identityHandlers(platform, { list, clients, cookie, returns, identities, registered }),
      listIssuers: async () => ({
        passwordsAreOff: !config.passwordLogin,
        issuers: await issuers.all(),
        movedPasskeys: { host, ...(await movedPasskeys(db, host)) },
      }),
      addIssuer: ({ body }) => issuers.add(body),
      changeIssuer: ({ params, body }) => issuers.change(params.id, body),
      async removeIssuer({ params }) {
        await issuers.remove(params.id)
        return { ok: true as const }
      },
    },
  } as const satisfies Feature & Record<string, unknown>
}

export type IdentitiesFeature = ReturnType<typeof identitiesFeature>
