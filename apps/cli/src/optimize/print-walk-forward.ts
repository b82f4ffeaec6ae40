import type { Terminal } from '../terminal.ts'
import type { WalkForwardReport } from './walk-forward-report.ts'

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
}
