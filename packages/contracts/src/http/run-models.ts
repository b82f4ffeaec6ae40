import {
  defaultOf,
  MARKET_SETTINGS,
  MAX_OTHER_MARKETS,
  type RunModels,
  type Setting,
  SETTINGS,
} from '@tradeloom/domain'
import { z } from 'zod'
import { instrumentId } from './common.ts'
import { settingSchema } from './settings-schema.ts'

export type { RunModels } from '@tradeloom/domain'

/** The input of a call; omitted values take their defaults. */
type RunModelsInput = Partial<Omit<RunModels, 'commission'>> & { commission?: Partial<RunModels['commission']> }

function shapeOf(settings: Readonly<Record<string, Setting>>): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(settings).map(([key, setting]) => [
      key,
      settingSchema(setting).default(defaultOf(setting) as never),
    ]),
  )
}

const markets = z
  .record(instrumentId, z.strictObject(shapeOf(MARKET_SETTINGS)))
  .refine((all) => Object.keys(all).length <= MAX_OTHER_MARKETS, {
    message: `A run can trade at most ${MAX_OTHER_MARKETS} other instruments`,
  })

/** Beyond the specification: how market, broker and account are modeled. Without any of it there are no costs. */
export const runModels = z.strictObject({
  ...shapeOf(SETTINGS),
  markets: markets.optional(),
}) as unknown as z.ZodType<RunModels, RunModelsInput>
