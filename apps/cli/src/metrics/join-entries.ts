import { UserError } from '@tradeloom/domain'
import { bareName } from './find-columns.ts'
import type { Row, Table } from './table.ts'

const TURN = /^(entry|exit)\s+(long|short)$/i

/**
 * TradingView exports each trade as two rows, `Entry long` and `Exit long`, with the same number. Combines them: the
 * exit's row, with time and price of the entry. Open trades have an exit named `Open` and are omitted. Other tables are
 * returned unchanged.
 */
export function joinEntries(table: Table): { readonly table: Table; readonly open: number } {
  const names = table.columns.map(bareName)
  const place = (...known: readonly string[]) => names.findIndex((name) => known.includes(name))
  const typeAt = place('type')
  if (typeAt < 0 || !table.rows.some(({ cells }) => TURN.test(cells[typeAt] ?? ''))) return { table, open: 0 }
  const [numberAt, timeAt] = [
    place('trade', 'tradenumber', 'tradeno'),
    place('dateandtime', 'datetime', 'time', 'date'),
  ]
  const [priceAt, signalAt] = [place('price'), place('signal')]
  if (numberAt < 0 || timeAt < 0)
    throw new UserError(
      'invalid-input',
      `${table.file}:1: entries and exits need the columns "Trade #" and "Date and time"`,
    )
  const trades = new Map<string, { entry?: Row; exit?: Row }>()
  for (const row of table.rows) {
    const turn = TURN.exec(row.cells[typeAt] ?? '')?.[1]?.toLowerCase()
    if (turn !== 'entry' && turn !== 'exit')
      throw new UserError(
        'invalid-input',
        `${row.place}: "${row.cells[typeAt]}" is neither the entry nor the exit of a trade`,
      )
    const number = row.cells[numberAt] ?? ''
    const trade = trades.get(number) ?? {}
    if (trade[turn]) throw new UserError('invalid-input', `${row.place}: trade ${number} has two ${turn} rows`)
    trades.set(number, { ...trade, [turn]: row })
  }
  let open = 0
  const rows: Row[] = []
  for (const [number, { entry, exit }] of trades) {
    if (!entry || !exit) {
      const { place: where } = (entry ?? exit) as Row
      throw new UserError('invalid-input', `${where}: trade ${number} has no ${entry ? 'exit' : 'entry'} row`)
    }
    if (signalAt >= 0 && exit.cells[signalAt]?.toLowerCase() === 'open') {
      open += 1
      continue
    }
    const cells = exit.cells.map((cell, at) => (at === typeAt ? cell.replace(TURN, '$2') : cell))
    rows.push({ place: exit.place, cells: [...cells, entry.cells[timeAt] ?? '', entry.cells[priceAt] ?? ''] })
  }
  // A time zone in the name of the time column applies to both.
  const zone = /\(.*?\)/.exec(table.columns[timeAt] as string)?.[0] ?? ''
  const columns = table.columns.map((column, at) =>
    at === timeAt ? `Close time ${zone}`.trim() : at === priceAt ? 'Close price' : column,
  )
  return { table: { ...table, columns: [...columns, `Open time ${zone}`.trim(), 'Open price'], rows }, open }
}
