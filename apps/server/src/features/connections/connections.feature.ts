import { ADAPTERS, type VenueAdapter } from '@tradeloom/venues'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { VENUES_CHANGED } from '../../trading-core/connections/venues-changed.ts'
import type { MasterKey } from '../../platform/secrets/master-key.ts'
import type { BrokersProcess } from './brokers-process.ts'
import { installationOf } from '../../platform/installation.ts'
import { ACCESS_CHANGED } from '../../trading-core/shares/access-changed.ts'
import { connectionHandlers } from './connections.routes.ts'
import { ConnectionsService } from './connections.service.ts'
import { GuardianKeysService } from './guardian-keys.service.ts'
import { shareHandlers } from './shares.routes.ts'
import { SharesService } from './shares.service.ts'

/** Keys of users at exchanges. */
export function connectionsFeature(
  { bus, db, logger, now, secret, users }: Pick<Platform, 'bus' | 'db' | 'logger' | 'now' | 'secret' | 'users'>,
  masterKey: MasterKey,
  brokers: BrokersProcess,
  sessions: { readonly channel: string },
  adapters: readonly VenueAdapter[] = ADAPTERS,
) {
  const shares = new SharesService({
    db,
    channel: sessions.channel,
    installation: installationOf(secret),
    now,
    onAccess: (userId) => bus.publish(ACCESS_CHANGED, { userId }),
  })
  const connections = new ConnectionsService({
    db,
    masterKey,
    brokers,
    adapters,
    shares,
    onErased: () => bus.publish(VENUES_CHANGED, null),
    rightsOf: (userId) => users.rightsOf(userId),
  })
  const guardianKeys = new GuardianKeysService({ db, masterKey, brokers, adapters, connections })
  let hasKey = false
  return {
    connections,
    handlers: {
      ...connectionHandlers(connections, guardianKeys),
      ...shareHandlers(shares),
      masterKeyState: async () => {
        const state = await masterKey.state()
        if (state === null) return null
        const { created, exported, problem } = state
        return { created: created.toISOString(), exported: exported?.toISOString() ?? null, problem }
      },
      listMasterKeys: async () => {
        const { keys, ...others } = await masterKey.list()
        const shown = keys.map(({ fingerprint, state, createdAt, exportedAt }) => ({
          fingerprint,
          state,
          created: createdAt.toISOString(),
          exported: exportedAt?.toISOString() ?? null,
        }))
        return { keys: shown, ...others }
      },
    },
    async start(): Promise<void> {
      const problem = await connections.checkMasterKey()
      hasKey = problem === null
      if (problem !== null) logger.error(problem)
    },
    /** Accounts at venues are compared with them after a restart, and after the end of the server that did so. */
    async attend(): Promise<void> {
      if (hasKey && (await connections.isNeeded())) brokers.look()
    },
  } as const satisfies Feature & Record<string, unknown>
}

export type ConnectionsFeature = ReturnType<typeof connectionsFeature>
