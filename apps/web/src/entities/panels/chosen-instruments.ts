import { LINK_GROUPS } from '@tradeloom/contracts'
import { z } from 'zod'
import type { Setting } from '../settings/use-setting.ts'
import type { Linked } from './linked-panels.ts'

/** All layouts that a user may have, and the built-in ones. */
const MAX_LAYOUTS = 30

type Chosen = Readonly<Record<string, Linked>>

const instrumentId = z.string().min(1).max(100)

/** What was chosen for the groups of layouts, by the names of layouts. */
export const CHOSEN_INSTRUMENTS: Setting<Chosen> = {
  path: 'linked-instruments',
  schema: z.record(z.string(), z.partialRecord(z.enum(LINK_GROUPS), instrumentId).catch({})),
  fallback: {},
}

/** With another choice for a layout; those that were made longest ago are forgotten. */
export function withChosen(chosen: Chosen, layout: string, choice: Linked): Chosen {
  const { [layout]: before, ...others } = chosen
  return Object.fromEntries(
    [...Object.entries(others), [layout, { ...before, ...choice }]].slice(-MAX_LAYOUTS),
  ) as Chosen
}
