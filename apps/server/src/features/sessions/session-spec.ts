import type { SourceOfSession } from '@tradeloom/database'
import {
  type AccountModel,
  defaultModels,
  type Instrument,
  type Interval,
  type ListedInstrument,
  type ListingDetails,
  peggedCurrency,
  UserError,
} from '@tradeloom/domain'
import type { SessionSpec } from '@tradeloom/engine'
import { findConversions } from '@tradeloom/market-data'

export interface SessionSettings {
  readonly instrument: ListedInstrument
  readonly interval: Interval
  readonly externals: Readonly<Record<string, number>>
  readonly initialBalance: number
  readonly accountCurrency: string
  /** Of the account. */
  readonly model: AccountModel
  /** UTC milliseconds. */
  readonly start: number
  readonly seed: number
  /** Datasets that the script reads. */
  readonly sources: readonly SourceOfSession[]
}

/** What a session depends on besides script and inputs: the models are the defaults, for the venue has real ones. */
export async function sessionSpec(
  settings: SessionSettings,
  listings: readonly ListedInstrument[],
): Promise<SessionSpec> {
  const { instrument, sources, model, ...rest } = settings
  // An account that counts in a stablecoin counts in what that is pegged to.
  const accountCurrency = peggedCurrency(settings.accountCurrency)
  const source = { instrument: async (id: string) => listings.find((one) => one.id === id) ?? null }
  const conversions = await findConversions(source, [instrument], accountCurrency)
  const currencies = [instrument.quote, instrument.dealt].map(peggedCurrency)
  if (conversions.length === 0 && !currencies.includes(accountCurrency)) {
    throw new UserError('run-input', `Conversion instruments not found: ${instrument.quote} to ${accountCurrency}`)
  }
  const { spread: _, markets: __, swap: ___, funding: ____, ...models } = defaultModels()
  return {
    ...models,
    ...rest,
    accounting: model === 'netting' ? 'netting' : 'hedging',
    swap: null,
    funding: null,
    accountCurrency,
    instrument: traded(instrument),
    conversions: conversions.map(traded),
    resolution: 0,
    end: null,
    closures: [],
    ...(sources.length > 0 && { sources }),
  }
}

/** Without what a venue states beyond what a run needs. */
function traded(listed: ListedInstrument): Instrument {
  const stated = new Set<string>(LISTING_DETAILS)
  return Object.fromEntries(Object.entries(listed).filter(([name]) => !stated.has(name))) as unknown as Instrument
}

const LISTING_DETAILS = [
  'status',
  'tradingOpen',
  'contract',
  'exchangeName',
  'positionCurrency',
  'pipPrecision',
  'marginRatios',
  'dealtPrecision',
  'quotePrecision',
  'quoteStep',
  'minNotional',
  'maxOrders',
  'maxStops',
  'orderTypes',
  'refusedStop',
  'commission',
  'hasDepth',
] as const satisfies (keyof ListingDetails)[]
