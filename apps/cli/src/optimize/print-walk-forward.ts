import type { Terminal } from '../terminal.ts'
import type { OptimizationRow } from './optimization-row.ts'
import { type TextColumn, textTable } from './text-table.ts'
import type { CellReport, WalkForwardReport, WindowReport } from './walk-forward-report.ts'

/** Prints one line per window, and what is left of the training results outside of them. */
export function printWalkForward(report: WalkForwardReport, terminal: Terminal): void {
  const money = (value: number | null | undefined) => (value ?? 0).toFixed(2)
  const [first] = report.matrix ?? []
  terminal.out(`\nWalk-forward${first ? `, training ${first.trainDays} days and test ${first.testDays} days` : ''}\n`)
  for (const line of windowLines(report.windows)) terminal.out(`${line}\n`)
  const failed = report.windows.filter(({ tested }) => tested?.status === 'Errored').length
  if (failed > 0)
    terminal.out(`Left out below: ${failed === 1 ? '1 test' : `${failed} tests`} that ended with an error\n`)
  terminal.out(`Profit of all tests  ${money(report.profit)} (${report.profitPercentage.toFixed(2)}%)\n`)
  const efficiency =
    report.efficiency === null ? 'none: no profit in training to compare with' : report.efficiency.toFixed(2)
  terminal.out(`Efficiency           ${efficiency}\n`)
  for (const { external, drift } of report.drift)
    terminal.out(`Drift of ${external}: ${(drift * 100).toFixed(0)}% of its range from window to window\n`)
  if (report.matrix) printMatrix(report.matrix, terminal)
}

function windowLines(windows: readonly WindowReport[]): readonly string[] {
  const cells = (cell: (window: WindowReport) => string) => windows.map(cell)
  const columns: TextColumn[] = [
    { title: 'Test from', cells: cells(({ test: [from] }) => from.slice(0, 10)), isText: true },
    { title: 'to', cells: cells(({ test: [, to] }) => to.slice(0, 10)), isText: true },
    { title: 'Training profit', cells: cells(({ chosen }) => profitText(chosen)) },
    { title: 'Test profit', cells: cells(({ tested }) => profitText(tested)) },
    { title: 'Externals', cells: cells(({ chosen }) => externalsText(chosen)), isText: true },
  ]
  return textTable(columns, Infinity).lines
}

function profitText(row: OptimizationRow | null): string {
  if (row?.status === 'Errored') return 'error'
  return row?.profit?.toFixed(2) ?? '–'
}

function externalsText(chosen: OptimizationRow | null): string {
  if (chosen === null) return 'no result of the training can be chosen'
  return Object.entries(chosen.externals)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

/** Profit out of sample and efficiency: a line for each length of trainings, a column for each length of tests. */
function printMatrix(cells: readonly CellReport[], terminal: Terminal): void {
  const lengths = (key: 'trainDays' | 'testDays') =>
    [...new Set(cells.map((cell) => cell[key]))].toSorted((a, b) => a - b)
  const tests = lengths('testDays')
  terminal.out('\nMatrix of window lengths: profit out of sample, efficiency\n')
  terminal.out(`${'Training \\ test'.padEnd(16)}${tests.map((days) => `${days} days`.padStart(20)).join('')}\n`)
  for (const train of lengths('trainDays')) {
    const texts = tests.map((test) => cellText(cells.find((one) => one.trainDays === train && one.testDays === test)))
    terminal.out(`${`${train} days`.padEnd(16)}${texts.map((text) => text.padStart(20)).join('')}\n`)
  }
  const gained = cells.filter(({ profit }) => profit > 0).length
  terminal.out(`${gained} of ${cells.length} pairs gained. Choosing the best of them now is one more selection\n`)
}

function cellText(cell: CellReport | undefined): string {
  if (!cell || cell.tested === 0) return 'not tested'
  return `${cell.profitPercentage.toFixed(2)}%, ${cell.efficiency === null ? 'none' : cell.efficiency.toFixed(2)}`
}
