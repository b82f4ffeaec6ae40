import { intervalKey, runModels, runTables } from '@tradeloom/contracts'
import { z } from 'zod'
import { modelsOf, tablesOf } from './models/models-draft.ts'
import type { RunSettings } from './run-settings.ts'

const day = z.iso.date()
const remembered = z.object({
  instrumentId: z.string(),
  interval: intervalKey,
  resolution: z.union([z.literal(0), z.literal(1)]),
  startDay: day,
  endDay: day.nullable(),
  isEndNow: z.boolean(),
  initialBalance: z.number().positive(),
  models: runModels,
  tables: runTables.nullable(),
})

/** What the dialogue begins with the next time; externals belong to a version and are not part of it. */
export type RememberedSettings = z.infer<typeof remembered>

/** Of each user of this browser apart: a convenience of the form, so it is not worth a place on the server. */
const keyOf = (userId: string): string => `tradeloom-new-backtest-${userId}`

/** What the user ran the last time in this browser; null when it is not known, or of a form that is no more. */
export function readRemembered(userId: string | undefined): RememberedSettings | null {
  if (userId === undefined) return null
  try {
    const parsed = remembered.safeParse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Settings must be valid. A browser that keeps nothing, or has no place for it, only means plain settings next time. */
export function remember(userId: string | undefined, settings: RunSettings): void {
  if (userId === undefined) return
  const { instrumentId, interval, resolution, startDay, endDay, isEndNow, models } = settings
  const values = { instrumentId, interval, resolution, startDay, endDay, isEndNow }
  const initialBalance = Number(settings.initialBalance)
  try {
    const kept = { ...values, initialBalance, models: modelsOf(models), tables: tablesOf(models) }
    localStorage.setItem(keyOf(userId), JSON.stringify(kept))
  } catch {
    localStorage.removeItem(keyOf(userId))
  }
}
