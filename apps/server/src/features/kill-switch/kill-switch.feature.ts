import { schema } from '@tradeloom/database'
import { issuePass, removePasses, revokePasses } from '@tradeloom/kill-switch'
import { inArray } from 'drizzle-orm'
import type { Feature } from '../../platform/feature.ts'
import type { KillAddress } from '../../platform/http/kill-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountsToClose } from './accounts-to-close.ts'

const { logins } = schema

const LOOK_MS = 60_000

/** Passes by which pages use the switch, also while neither this server nor the database answers. */
export function killSwitchFeature(
  { config, db, bus, now }: Pick<Platform, 'config' | 'db' | 'bus' | 'now'>,
  kill: KillAddress | null,
) {
  const { dataDir } = config
  let lookAt = -Infinity
  const subscriptions = [
    bus.subscribe('login.ended.*', ({ subject }) => revokePasses(dataDir, { loginId: lastWord(subject) })),
    bus.subscribe('password.changed.*', ({ subject }) => revokePasses(dataDir, { userId: lastWord(subject) })),
  ]
  return {
    handlers: {
      issueKillPass: async ({ login, userId }) => {
        const issued = issuePass(dataDir, { userId, loginId: login!.id, now: now() })
        return { ...issued, guardian: kill?.url ?? null }
      },
      listKillAccounts: ({ userId }) => accountsToClose(db, userId),
    },
    /** A login may have ended while nobody listened, or by its age. */
    async attend(): Promise<void> {
      if (performance.now() < lookAt) return
      lookAt = performance.now() + LOOK_MS
      await removePasses(dataDir, now(), async (ids) => {
        const found = await db
          .select({ id: logins.id })
          .from(logins)
          .where(inArray(logins.id, [...ids]))
        return new Set(found.map(({ id }) => id))
      })
    },
    async stop(): Promise<void> {
      for (const subscription of subscriptions) subscription.unsubscribe()
    },
  } as const satisfies Feature
}

const lastWord = (subject: string): string => subject.slice(subject.lastIndexOf('.') + 1)
