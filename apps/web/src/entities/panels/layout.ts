import { LINK_GROUPS } from '@tradeloom/contracts'
import { z } from 'zod'
import type { StoredOptions } from './define-panel.ts'

export const MAX_PANELS = 60
export const MAX_LAYOUTS = 20
export const MAX_NAME_LENGTH = 40

const columns = z.number().int().min(0).max(7)
const rows = z.number().int().min(0).max(1000)
const place = z.object({ x: columns, y: rows, w: columns.min(1), h: rows.min(1) })
/** Where a panel is, in columns and rows of the grid. */
export type Place = Readonly<z.infer<typeof place>>

const cell = z.object({
  view: z.string().max(64),
  /** What the panel was opened with, such as an instrument. */
  opts: z.record(z.string(), z.unknown()).default({}),
  w: columns.min(1),
  h: rows.min(1),
  /** What its user has set, as the panel stores it. */
  settings: z.object({ version: z.number().int(), values: z.unknown() }).optional(),
  /** Panels of a group show one instrument; one of a group that there is not stands alone. */
  group: z.enum(LINK_GROUPS).optional().catch(undefined),
  /** By number of columns, where it was put by hand. */
  places: z.record(z.string().regex(/^[3-7]$/), place).optional(),
})

const layout = z.object({
  name: z.string().min(1).max(MAX_NAME_LENGTH),
  config: z.array(cell).max(MAX_PANELS),
  responsive: z.boolean(),
})

/** A panel of a layout. The key tells panels apart while they are on screen; it is not stored. */
export interface Cell extends Readonly<z.infer<typeof cell>> {
  readonly key: string
}

export interface Layout {
  readonly name: string
  /** In reading order. */
  readonly config: readonly Cell[]
  /** Packs its panels into the columns that there are. */
  readonly responsive: boolean
}

let keys = 0

export function withKey(one: Omit<Cell, 'key'>): Cell {
  keys += 1
  return { ...one, key: `${keys}` }
}

/** A layout as it was stored; null if it cannot be read. */
export function readLayout(stored: unknown): Layout | null {
  const { data } = layout.safeParse(stored)
  return data === undefined ? null : { ...data, config: data.config.map(withKey) }
}

/** A layout as it is stored. */
export function toStored({ name, config, responsive }: Layout): object {
  const cells = config.map(({ view, opts, w, h, settings, group, places }) => ({
    view,
    opts,
    w,
    h,
    settings,
    group,
    places,
  }))
  return { name, config: cells, responsive }
}

export function isSameLayout(one: Layout, other: Layout): boolean {
  return one === other || JSON.stringify(toStored(one)) === JSON.stringify(toStored(other))
}

/** The options of a cell as its panel reads them. */
export function optionsOf({ opts, settings }: Cell, version: number): StoredOptions {
  const values = { ...opts, ...(settings?.values as object | undefined) }
  return { version: settings?.version ?? version, values }
}

export function instrumentOf(of: Cell): string | undefined {
  const { instrumentId } = optionsOf(of, 1).values as { readonly instrumentId?: unknown }
  return typeof instrumentId === 'string' ? instrumentId : undefined
}
