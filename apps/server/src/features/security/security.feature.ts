import { Passkeys } from '../../platform/auth/passkeys.ts'
import { SecondFactors } from '../../platform/auth/second-factors.ts'
import { SecondStep } from '../../platform/auth/second-step.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { Envelopes } from '../../platform/secrets/envelopes.ts'
import type { MasterKey } from '../../platform/secrets/master-key.ts'
import type { AccountFeature } from '../account/account.feature.ts'
import type { IdentitiesFeature } from '../identities/identities.feature.ts'
import { Confirmations } from './confirmations.ts'
import { OwnLogins } from './own-logins.ts'
import { securityHandlers } from './security.routes.ts'
import { signInHandlers } from './sign-in.routes.ts'

/** Second factors, passkeys, and the logins of a user. */
export function securityFeature(
  platform: Platform,
  masterKey: MasterKey,
  { links }: AccountFeature,
  { identities, returns, waysIn }: IdentitiesFeature,
) {
  const { db, bus, challenges, delays, opener, passwords, now } = platform
  const factors = new SecondFactors({ db, envelopes: new Envelopes(masterKey), delays, now })
  const passkeys = new Passkeys({ db, challenges, now, waysIn })
  const secondStep = new SecondStep({ db, challenges, opener, factors, passkeys, now })
  const logins = new OwnLogins(db, now, (id) => bus.publish(`login.ended.${id}`, null))
  const confirmations = new Confirmations({ db, identities, challenges, passwords, factors, passkeys, now })
  const removePassword = async (userId: string) => passwords.remove(userId, await waysIn())
  return {
    handlers: {
      ...signInHandlers(platform, secondStep),
      ...securityHandlers(platform, { factors, passkeys, logins, confirmations, links, returns, removePassword }),
    },
  } as const satisfies Feature
}
