import { z } from 'zod'

/** A pips or money amount that is a cost. */
const amount = (most: number) => z.number().min(0).max(most)
const per = (least: number, most: number) => z.number().min(least).max(most).default(0)

const slippage = z.discriminatedUnion('model', [
  z.strictObject({ model: z.literal('fixed'), pips: amount(1000) }),
  z.strictObject({ model: z.literal('random'), meanPips: amount(1000), deviationPips: amount(1000) }),
])
const limitFill = z.discriminatedUnion('model', [
  z.strictObject({ model: z.literal('through') }),
  z.strictObject({ model: z.literal('touch') }),
  z.strictObject({ model: z.literal('probability'), probability: z.number().min(0).max(1) }),
])
/** The rate of those units that lie above `from`. */
const marginTier = z.strictObject({ from: z.number().min(0), rate: z.number().min(0).max(1) })
const marginTiers = z
  .array(marginTier)
  .min(1)
  .max(50)
  .refine((tiers) => tiers[0]?.from === 0, { message: 'The first tier of margin must begin at 0' })
  .refine((tiers) => tiers.every(({ from }, at) => at === 0 || from > (tiers[at - 1]?.from ?? 0)), {
    message: 'Tiers of margin must ascend',
  })
const margin = z.discriminatedUnion('model', [
  z.strictObject({ model: z.literal('instrument') }),
  z.strictObject({ model: z.literal('rate'), rate: z.number().min(0).max(1) }),
  z.strictObject({ model: z.literal('tiers'), tiers: marginTiers }),
])

/** For data with one price; quoted prices keep their own spread. */
const spread = z.discriminatedUnion('model', [
  z.strictObject({ model: z.literal('data') }),
  z.strictObject({ model: z.literal('fixed'), pips: amount(1000) }),
  /** By hour of the week: the table is in RunTables. */
  z.strictObject({ model: z.literal('hourly') }),
])

/** Beyond the specification: how market, broker and account are modelled. Without any of it there are no costs. */
export const runModels = z.strictObject({
  prices: z.enum(['both', 'bid', 'ask', 'mid']).default('both'),
  spread: spread.default({ model: 'data' }),
  path: z.enum(['adaptive', 'ohlc', 'olhc', 'worst']).default('adaptive'),
  slippage: slippage.default({ model: 'fixed', pips: 0 }),
  commission: z
    .strictObject({
      perLot: per(0, 10_000),
      percent: per(0, 10),
      minimum: per(0, 10_000),
      makerPercent: per(-10, 10),
      takerPercent: per(-10, 10),
    })
    .default({ perLot: 0, percent: 0, minimum: 0, makerPercent: 0, takerPercent: 0 }),
  limitFill: limitFill.default({ model: 'through' }),
  latencyMs: z.number().min(0).max(3_600_000).default(0),
  staleAfterMs: z.number().min(0).max(604_800_000).default(0),
  swap: z
    .strictObject({
      unit: z.enum(['pips', 'percent']),
      long: z.number().min(-1000).max(1000),
      short: z.number().min(-1000).max(1000),
      tripleWeekday: z.number().int().min(0).max(6).nullable(),
    })
    .nullable()
    .default(null),
  funding: z
    .strictObject({ hours: z.number().int().min(1).max(168), rate: z.number().min(-0.1).max(0.1) })
    .nullable()
    .default(null),
  margin: margin.default({ model: 'instrument' }),
  accounting: z.enum(['hedging', 'netting']).default('hedging'),
})
export type RunModels = z.infer<typeof runModels>

/** No costs, and the market's own rules: what a run is given that says nothing. */
export const plainModels = (): RunModels => runModels.parse({})
