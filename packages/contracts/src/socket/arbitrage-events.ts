import { z } from 'zod'
import { instrumentId } from '../http/common.ts'

/** More are refused with a text. */
export const MAX_ARBITRAGE_IDS = 64
/** Of a list: those that gain the most. */
export const MAX_ARBITRAGE_PAIRS = 100

/** Ids of instruments, joined by `||`. */
export const arbitrageIds = z
  .string()
  .refine((text) => text.split('||').every((one) => instrumentId.safeParse(one).success), 'Unknown topic')

/** What both orders would bring, by the taker fees that the venues list, whatever funds there are. */
const executable = z.object({
  quantity: z.number(),
  buyAverage: z.number(),
  sellAverage: z.number(),
  /** Of both orders, in the currency that is paid. */
  fees: z.number(),
  /** With the fee of buying. */
  spent: z.number(),
  net: z.number(),
  /** Of what is spent. */
  percent: z.number(),
  limit: z.enum(['profit', 'depth', 'quote-funds', 'base-funds', 'max-quantity']),
})

/** Two markets of one currency: sold at the bid of one, bought at the ask of the other. */
export const arbitragePair = z.object({
  sellId: z.string(),
  buyId: z.string(),
  /** In the currency that is paid where it is bought. */
  bid: z.number(),
  ask: z.number(),
  /** Of one unit, before all costs. */
  profit: z.number(),
  /** Of the ask, two decimals. */
  percent: z.number(),
  /**
   * What one unit of the currency that selling brings is worth in the one that is paid, what exchanging it costs as a
   * fraction, and over which markets. Null within a currency.
   */
  conversion: z.object({ rate: z.number(), fee: z.number(), path: z.array(z.string()) }).nullable(),
  /** Milliseconds since the venue of the older price last said anything. */
  age: z.number(),
  /** Whether both markets take orders now, and their prices are live. */
  isLive: z.boolean(),
  /** Quantity, ask and bid of all that both books have in common. */
  levels: z.array(z.tuple([z.number(), z.number(), z.number()])),
  /** Null if nothing is left after costs, or one of the venues shows no book. */
  executable: executable.nullable(),
})
export type ArbitragePair = z.infer<typeof arbitragePair>

export const arbitrageList = z.object({
  /** Those that gain the most first. */
  pairs: z.array(arbitragePair),
  /** Why instruments have no pair, or two of them none. */
  notes: z.array(z.object({ instrumentIds: z.array(z.string()), text: z.string() })),
})
export type ArbitrageList = z.infer<typeof arbitrageList>

/** The whole list after subscribing, and whenever something in it has changed, four times a second at most. */
export const arbitrageEvents = { arbitrage: arbitrageList }

/** What one unit is worth in US dollars now. */
export const liveCurrency = z.object({
  symbol: z.string(),
  /** Null while no live prices lead to the dollar. */
  price: z.number().nullable(),
  /** The markets whose prices tell it, at most two; a stablecoin at the end counts as the dollar it is pegged to. */
  path: z.array(z.string()),
  /** The stablecoin that counts as a dollar; null without one. */
  pegged: z.string().nullable(),
  /** Milliseconds since the venue of the older of these prices last said anything; null without a price. */
  age: z.number().nullable(),
  /** Whether one of the prices is of a simulated market. */
  simulated: z.boolean(),
  /** Why there is no price; null with one. */
  note: z.string().nullable(),
})
export type LiveCurrency = z.infer<typeof liveCurrency>

/** Once a second at most. */
export const currencyEvents = { currency: liveCurrency }
