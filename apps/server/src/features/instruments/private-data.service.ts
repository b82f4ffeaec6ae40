import { type BarDays, UserError } from '@tradeloom/domain'
import type { PrivateSeries, User } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { type InstrumentSummary, type SeriesKey, SharedMonthsDiffer } from '@tradeloom/market-data'
import { inArray } from 'drizzle-orm'
import { AppError, conflict, notFound } from '../../platform/errors/app-error.ts'
import type { MarketService } from './market.service.ts'

export interface PrivateDataDeps {
  readonly db: Drizzle
  readonly market: MarketService
}

interface Series {
  readonly instrumentId: string
  readonly key: SeriesKey
}

/** Deletes market data and shares private data, for those who may. */
export class PrivateDataService {
  readonly #deps: PrivateDataDeps

  constructor(deps: PrivateDataDeps) {
    this.#deps = deps
  }

  /** Every private series, for administrators. */
  async list(user: User): Promise<PrivateSeries[]> {
    refuseOthers(user)
    const { store } = this.#deps.market
    const owners = await store.owners()
    const names = await this.#namesOf(owners)
    const series: PrivateSeries[] = []
    for (const ownerId of owners) {
      for (const instrument of await store.forOwner(ownerId).ownInstruments()) {
        series.push(...privateSeriesOf(instrument, ownerId, names.get(ownerId) ?? null))
      }
    }
    return series
  }

  async share(user: User, { ownerId, instrumentId, key, replace }: Series & { ownerId: string; replace: boolean }) {
    refuseOthers(user)
    const { market } = this.#deps
    const found = await market.find(instrumentId, ownerId)
    if (!found) throw notFound('Market data')
    try {
      const months = await market.store.forOwner(ownerId).share(found.id, key, replace)
      if (!months) throw notFound('Market data')
      const { added, replaced, unchanged } = months
      return { added: [...added], replaced: [...replaced], unchanged: [...unchanged] }
    } catch (error) {
      if (error instanceof SharedMonthsDiffer) {
        throw new AppError('conflict', 'months-differ', error.message, { details: { months: error.months } })
      }
      if (error instanceof UserError) throw conflict(error.message)
      throw error
    } finally {
      market.invalidate()
    }
  }

  /** Returns the number of removed series. Private data of others counts as missing. */
  async remove(
    user: User,
    { instrumentId, key, isShared }: { instrumentId: string; key?: SeriesKey; isShared: boolean },
  ) {
    if (isShared) refuseOthers(user)
    const { market } = this.#deps
    const owner = isShared ? null : user.id
    const found = await market.find(instrumentId, owner)
    try {
      const series = found ? await market.store.forOwner(owner).remove(found.id, key) : 0
      if (series === 0) throw notFound('Market data')
      return series
    } finally {
      market.invalidate()
    }
  }

  /** Shared data is the administrator's; a user without shared data of an instrument decides about their own. */
  async setBarDays<Days extends BarDays>(user: User, instrumentId: string, days: Days): Promise<Days> {
    const { market } = this.#deps
    const shared = await market.find(instrumentId, null)
    if (shared) refuseOthers(user)
    const found = shared ?? (await market.find(instrumentId, user.id))
    try {
      const isSet = found && (await market.store.forOwner(shared ? null : user.id).setBarDays(found.id, days))
      if (!isSet) throw notFound('Market data')
      return days
    } finally {
      market.invalidate()
    }
  }

  async #namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { users } = schema
    const known = ids.filter((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    if (known.length === 0) return new Map()
    const rows = await this.#deps.db
      .select({ id: users.id, name: users.displayUsername })
      .from(users)
      .where(inArray(users.id, known))
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
}

/** Others learn nothing about which ids exist. */
function refuseOthers({ isAdmin }: User): void {
  if (!isAdmin) throw new AppError('forbidden', 'administrator-only', 'Only an administrator may do that')
}

function privateSeriesOf(instrument: InstrumentSummary, ownerId: string, owner: string | null): PrivateSeries[] {
  return instrument.series.flatMap(({ interval, price, months }) => {
    const own = months.filter(({ isPrivate }) => isPrivate)
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) return []
    const sum = (field: 'rows' | 'bytes'): number => own.reduce((total, month) => total + month[field], 0)
    const size = { rows: sum('rows'), bytes: sum('bytes'), months: own.length }
    return [
      { ownerId, owner, instrumentId: instrument.id, interval, price, ...size, first: first.first, last: last.last },
    ]
  })
}
