import { UserError } from '@tradeloom/domain'
import { fetchKnown, type PointInTimeStore } from '@tradeloom/market-data'
import {
  openSourceCall,
  type SourceBudget,
  SourceError,
  type SourceLimits,
  type SourceProvider,
  SOURCES,
} from '@tradeloom/market-data/sources'
import { z } from 'zod'

const MINUTE = 60_000
const AGAIN_MS = 250
/** How long a request waits for its turn. */
const PATIENCE_MS = 120_000

/** The provider of a dataset that is fetched with a key, and where the key is read from. */
export interface KeyedProvider {
  readonly provider: SourceProvider
  readonly variable: string
  /** Null if the variable is not set. */
  readonly key: string | null
}

/** Null for providers that need no key, whose datasets the server keeps for everybody. */
export function keyedProvider(code: string): KeyedProvider | null {
  const [name = ''] = code.split(':')
  const provider = SOURCES.find((one) => one.name === name.toLowerCase())
  if (provider === undefined || provider.keyNeed !== 'required') return null
  const variable = `TRADELOOM_${name}_KEY`
  return { provider, variable, key: process.env[variable] || null }
}

/** Fetches a dataset with the key of whoever runs the command, and stores its state. */
export async function fetchSeries(
  store: PointInTimeStore,
  { provider, key }: KeyedProvider,
  { code, column }: { readonly code: string; readonly column: string | null },
): ReturnType<PointInTimeStore['put']> {
  const { title, terms, name, budget } = provider
  if (terms.keep === 'page')
    throw new UserError('no-data', `${title} does not allow its values to be kept, so scripts cannot read them`)
  const call = openSourceCall({
    provider,
    url: addresses()[name],
    key,
    limits: ownLimits(budget),
    now: Date.now,
    patienceMs: PATIENCE_MS,
  })
  try {
    const place = { code: code.slice(name.length + 1), column }
    const { frequency, revisions } = await fetchKnown(provider, call, place, null)
    const unit = (await provider.unit?.(call, place.code)) ?? null
    return await store.put({ code, column, frequency, unit }, revisions, false)
  } catch (error) {
    if (error instanceof SourceError) throw new UserError('no-data', error.message, null, error)
    throw error
  }
}

/** Addresses of stand-ins for tests, as servers have them. */
function addresses(): Readonly<Record<string, string>> {
  const given = process.env['TRADELOOM_SOURCE_URLS']
  return given === undefined ? {} : z.record(z.string(), z.url({ protocol: /^https?$/ })).parse(JSON.parse(given))
}

const sent: number[] = []
let open = 0

/** What this command sends; the provider counts what other programs send with the same key. */
function ownLimits({ perMinute, atOnce }: SourceBudget): SourceLimits {
  return {
    take: async () => {
      const now = Date.now()
      const last = sent.at(-perMinute)
      if (last !== undefined && last + MINUTE > now) return last + MINUTE - now
      if (open >= atOnce) return AGAIN_MS
      open += 1
      sent.push(now)
      return { end: async () => void (open -= 1) }
    },
    // The command ends.
    silence: async () => undefined,
  }
}
