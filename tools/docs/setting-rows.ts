import type { Setting } from '../../packages/domain/src/index.ts'

/** A line of the reference page: `slippage: fixed` and its assumption. */
export interface SettingRow {
  readonly name: string
  readonly text: string
}

/** The choices of a run model, or the fields if it has a single choice, and its table. */
export function settingRows({ key, form, choices, table }: Setting): SettingRow[] {
  const parts =
    form === 'fields'
      ? Object.values(choices).flatMap(({ fields = {} }) => Object.entries(fields))
      : Object.entries(choices)
  const rows = parts.map(([name, { help }]) => ({ name: `${key}: ${name}`, text: help }))
  const hasOwnChoice = Object.values(choices).some(({ needsTable }) => needsTable)
  return table && !hasOwnChoice ? [...rows, { name: `${key}: rates`, text: table.within.help }] : rows
}
