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

/** Settings that the dialog starts with the next time. Externals belong to a version and are not included. */
export type RememberedSettings = z.infer<typeof remembered>

/** One entry per user of this browser. A convenience of the form, so it is not stored on the server. */
const keyOf = (userId: string): string => `tradeloom-new-backtest-${userId}`

/** The settings that the user last ran in this browser; null when there are none, or they have an outdated format. */
export function readRemembered(userId: string | undefined): RememberedSettings | null {
  if (userId === undefined) return null
  try {
    const parsed = remembered.safeParse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Stores valid settings. Without storage in the browser, the dialog starts with defaults the next time. */
export function remember(userId: string | undefined, settings: RunSettings): void {
  if (userId === undefined) return
  const { instrumentId, interval, resolution, startDay, endDay, isEndNow, models } = settings
  const values = { instrumentId, interval, resolution, startDay, endDay, isEndNow }
  const initialBalance = Number(settings.initialBalance)
  try {
    const stored = { ...values, initialBalance, models: modelsOf(models), tables: tablesOf(models) }
    localStorage.setItem(keyOf(userId), JSON.stringify(stored))
  } catch {
    localStorage.removeItem(keyOf(userId))
  }
}
