import { defaultOf, type RunModels, SETTINGS } from '@tradeloom/domain'
import { z } from 'zod'
import { settingSchema } from './settings-schema.ts'

export type { RunModels } from '@tradeloom/domain'

/** The input of a call; omitted values take their defaults. */
type RunModelsInput = Partial<Omit<RunModels, 'commission'>> & { commission?: Partial<RunModels['commission']> }

const shape = Object.fromEntries(
  Object.entries(SETTINGS).map(([key, setting]) => [key, settingSchema(setting).default(defaultOf(setting) as never)]),
)

/** Beyond the specification: how market, broker and account are modeled. Without any of it there are no costs. */
export const runModels = z.strictObject(shape) as unknown as z.ZodType<RunModels, RunModelsInput>
