import type { Backtest } from '@tradeloom/contracts'
import { useMemo } from 'react'
import { z } from 'zod'
import type { Column } from '../../../ui/table-column.ts'
import { type Setting, useSetting } from '../../../entities/settings/use-setting.ts'
import { optionalColumns } from './backtest-columns.tsx'

/** Ids of hidden columns: a column that is new in the program is shown. */
const HIDDEN_COLUMNS: Setting<string[]> = {
  path: 'backtest-columns',
  schema: z.array(z.string().max(40)).max(60),
  fallback: [],
}

/** The columns that the user wants to see, in any browser. */
export function useShownColumns(all: readonly Column<Backtest>[]) {
  const [hidden, setHidden] = useSetting(HIDDEN_COLUMNS)
  const optional = useMemo(() => optionalColumns(all), [all])
  const columns = useMemo(() => {
    const isHidden = (id: string): boolean => hidden.includes(id) && optional.some((one) => one.id === id)
    return all.filter(({ id }) => !isHidden(id))
  }, [all, hidden, optional])
  const shown = optional.filter(({ id }) => !hidden.includes(id)).map(({ id }) => id)
  const setShown = (next: readonly string[]): void =>
    setHidden([
      ...hidden.filter((id) => !optional.some((one) => one.id === id)),
      ...optional.filter(({ id }) => !next.includes(id)).map(({ id }) => id),
    ])
  return { columns, optional, shown, setShown }
}
