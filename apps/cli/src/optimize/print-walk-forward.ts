import type { Terminal } from '../terminal.ts'
import type { CellReport, WalkForwardReport } from './walk-forward-report.ts'

/** Prints one line per window, and what is left of the training results outside of them. */
export function printWalkForward(report: WalkForwardReport, terminal: Terminal): void {
  const money = (value: number | null | undefined) => (value ?? 0).toFixed(2)
  terminal.out('\nWalk-forward\n')
  for (const { test, chosen, tested } of report.windows) {
    const [from, to] = test.map((time) => time.slice(0, 10))
    const values = Object.entries(chosen?.externals ?? {}).map(([name, value]) => `${name} ${value}`)
    const line = chosen
      ? `${values.join(', ')}: ${money(chosen.profit)} in training, ${tested?.status === 'Errored' ? 'error' : money(tested?.profit)} in the test`
      : 'no result of the training keeps all constraints'
    terminal.out(`${from} to ${to}  ${line}\n`)
  }
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
