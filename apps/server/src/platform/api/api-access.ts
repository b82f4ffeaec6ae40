import type { Database } from '@tradeloom/database'
import type { FastifyBaseLogger } from 'fastify'
import type { Profile } from '../auth/rights.ts'
import { ApiLogins } from './api-logins.ts'
import { ApiOwner } from './api-owner.ts'
import { ApiSockets } from './api-sockets.ts'
import { Credits } from './credits.ts'

/** What programs with keys use: their logins, their credits and their sockets. */
export interface ApiAccessParts {
  readonly logins: ApiLogins
  readonly credits: Credits
  readonly sockets: ApiSockets
  close(): Promise<void>
}

interface Options {
  readonly database: Pick<Database, 'db' | 'connection'>
  readonly profile: Profile
  readonly logger: FastifyBaseLogger
  readonly now: () => number
}

export function openApiAccess({ database, profile, logger, now }: Options): ApiAccessParts {
  const { db } = database
  const owner = new ApiOwner(database, logger)
  const credits = new Credits({ db, owner, logger, now })
  const sockets = new ApiSockets({ db, owner, logger })
  return {
    logins: new ApiLogins({ db, profile, logger, now }),
    credits,
    sockets,
    async close() {
      sockets.close()
      await credits.close()
      await owner.close()
    },
  }
}
