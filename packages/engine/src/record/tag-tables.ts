/** The columns that a result stores for the tags of its orders and positions, if the script used any. */
export const TAG_COLUMNS = [
  /** Index into the result's tags plus one; 0 if there is none. */
  'tag',
] as const

export type TagColumns = Readonly<Record<(typeof TAG_COLUMNS)[number], Float64Array>>

/** Absent from results of runs without tags: their bytes, and so their hashes, are those of engines without tags. */
export interface TagTables {
  /** In the order of their first use. */
  readonly tags?: readonly string[]
  readonly orderTags?: TagColumns
  readonly positionTags?: TagColumns
}

/** The tags by id, which counts from 1, and the number of rows of their tables. */
interface Tagged {
  readonly tags: ReadonlyMap<number, string>
  readonly count: number
}

export function tagTables(orders: Tagged, positions: Tagged): TagTables {
  if (orders.tags.size === 0) return {}
  const tags = [...new Set(orders.tags.values())]
  const places = new Map(tags.map((tag, at) => [tag, at + 1]))
  return { tags, orderTags: columnsOf(orders, places), positionTags: columnsOf(positions, places) }
}

function columnsOf({ tags, count }: Tagged, places: ReadonlyMap<string, number>): TagColumns {
  const tag = new Float64Array(count)
  for (const [id, text] of tags) tag[id - 1] = places.get(text) ?? 0
  return { tag }
}

/** The tag in a row of a table, as a field of its record; no field in results without tags. */
export function tagField(
  tags: readonly string[] | undefined,
  columns: TagColumns | undefined,
  row: number,
): { readonly tag?: string | null } {
  return tags === undefined || columns === undefined ? {} : { tag: tags[(columns.tag[row] as number) - 1] ?? null }
}
