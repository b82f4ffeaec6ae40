import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { cachedListings } from '../../trading-core/prices/cached-listings.ts'
import type { TickSource } from '../../trading-core/prices/tick-source.ts'
import { Valuation } from '../../trading-core/prices/valuation.ts'
import type { AccountsService } from '../trading/accounts.service.ts'
import { DrillsRepository } from './drills.repository.ts'
import { DrillsService } from './drills.service.ts'

/** Bad days that are practiced on paper accounts, in the process that trades on them. */
export function drillsFeature(
  { db, now }: Platform,
  ticks: TickSource,
  accounts: Pick<AccountsService, 'get' | 'owned'>,
  paper: { ensure(): Promise<boolean> },
) {
  const repository = new DrillsRepository(db)
  const valuation = new Valuation({ ticks, listings: cachedListings(db, now), now })
  const service = new DrillsService({ db, repository, accounts, valuation, ensure: () => paper.ensure(), now })
  return {
    handlers: {
      listDrills: ({ params, userId }) => service.list(params.id, userId),
      startDrill: ({ params, body, userId }) => service.start(params.id, body, userId),
      getDrill: async ({ params, userId }) => {
        const { drill, result } = await service.get(params.id, userId)
        return { ...drill, result }
      },
      stopDrill: ({ params, userId }) => service.stop(params.id, userId),
    },
    /** What runs is ended by the process that comes after the one that ran it. */
    async attend(): Promise<void> {
      if (await repository.isAnyRunning()) void paper.ensure()
    },
  } as const satisfies Feature & Record<string, unknown>
}
