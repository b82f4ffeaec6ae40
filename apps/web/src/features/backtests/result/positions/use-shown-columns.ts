import { useMemo } from 'react'
import { z } from 'zod'
import { type Setting, useSetting } from '../../../../entities/settings/use-setting.ts'
import type { PositionColumn } from './position-columns.tsx'

/** Number, instrument and profit cannot be hidden: without them a row has no identity. */
export const ALWAYS = ['id', 'instrument', 'profit']

/** Ids of shown columns; null shows the default ones. */
const POSITION_COLUMNS: Setting<string[] | null> = {
  path: 'position-columns',
  schema: z.array(z.string().max(40)).max(60).nullable(),
  fallback: null,
}

/** The columns of positions that the user wants to see, in any browser. */
export function useShownColumns(all: readonly PositionColumn[]) {
  const [chosen, setShown] = useSetting(POSITION_COLUMNS)
  const shown = useMemo(
    () => chosen ?? all.filter(({ isOptional }) => isOptional !== true).map(({ id }) => id),
    [chosen, all],
  )
  const columns = useMemo(() => all.filter(({ id }) => ALWAYS.includes(id) || shown.includes(id)), [all, shown])
  return { shown, setShown, columns }
}
